import type { ReactNode } from "react";
import { messages } from "~/domain/messages";
import { QUALITY_MEASURES } from "~/domain/quality/quality-score";
import {
  measureTitle,
  metricText,
  periodSentence,
  pointsText,
  QUALITY_TEXTS,
  totalWords,
} from "~/domain/quality/quality-words";
import { Figure, FigureList } from "~/ui/figure";
import { HuddleSection } from "./huddle-section";
import { PointsBar } from "../quality/points-bar";
import type { ProfileView } from "../profile-view";

/** The quality score and its four parts, on the huddle sheet. */
export function HuddleQuality({ view }: { view: ProfileView }) {
  const { quality } = view;
  if (quality?.state !== "data") {
    return (
      <Section>
        <p>
          {quality?.state === "error"
            ? messages.panel.error
            : messages.panel.empty}
        </p>
      </Section>
    );
  }
  const total = totalWords(quality.data);
  return (
    <Section>
      <FigureList className="huddle-scores">
        <Figure label={QUALITY_TEXTS.total}>{total.text}</Figure>
        {QUALITY_MEASURES.map((measure) => {
          const { score, metric } = quality.data[measure.tag];
          return (
            <Figure
              key={measure.tag}
              label={measureTitle(measure.tag)}
              note={
                <>
                  {score === null ? null : <PointsBar score={score} />}
                  {metricText(measure, metric)}
                </>
              }
            >
              {pointsText(score)}
            </Figure>
          );
        })}
      </FigureList>
      <p className="text-muted">
        {periodSentence(quality.data.period, view.filters)} {total.note}{" "}
        {QUALITY_TEXTS.raw}
      </p>
    </Section>
  );
}

function Section({ children }: { children: ReactNode }) {
  return (
    <HuddleSection id="huddle-quality" heading="Quality score">
      {children}
    </HuddleSection>
  );
}
