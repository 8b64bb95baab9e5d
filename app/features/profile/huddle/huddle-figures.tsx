import type { ReactNode } from "react";
import type { FigureBlock, OverviewMetrics } from "~/domain/figures/metrics";
import { FRAILTY_BANDS, FRAILTY_WORDS } from "~/domain/frailty";
import { messages } from "~/domain/messages";
import { FIGURE_LABELS } from "~/domain/figures/figure-labels.data";
import { profileMessages } from "~/domain/profile-messages";
import { QUALITY_MEASURES } from "../rules/quality/quality-score";
import {
  measureTitle,
  metricText,
  periodSentence,
  pointsText,
  QUALITY_TEXTS,
  totalWords,
  countedRange,
} from "../rules/quality/quality-words";
import { Figure, FigureList } from "~/ui/figure";
import { FigureTrend } from "../overview/figure-trend";
import { emptyWords } from "../panel-states";
import type { FollowingPanel, ProfileView } from "../profile-view";
import { PointsBar } from "../quality/quality-points";
import {
  RATE_MEASURES,
  SMALL_DENOMINATOR,
} from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";

const texts = profileMessages.blocks;

const BLOCKS: { block: FigureBlock; heading: string }[] = [
  { block: "general", heading: texts.general },
  { block: "short", heading: texts.shortStay },
  { block: "long", heading: texts.longStay },
];

export function HuddleFigures({ view }: { view: ProfileView }) {
  const { figures, metrics } = view;
  return (
    <>
      <div className="huddle-columns">
        {BLOCKS.map(({ block, heading }) => (
          <HuddleSection key={block} id={`huddle-${block}`} heading={heading}>
            <FigureList className="huddle-figures">
              {figures.blocks[block].map((figure) => (
                <Figure
                  key={figure.tag}
                  label={FIGURE_LABELS[figure.tag].label}
                  note={
                    metrics.state === "data" ? (
                      <FigureTrend figure={figure} view={view} />
                    ) : undefined
                  }
                >
                  {figure.text}
                </Figure>
              ))}
            </FigureList>
          </HuddleSection>
        ))}
      </div>
      {metrics.state === "data" ? null : <Missing panel={metrics} />}
    </>
  );
}

export function HuddleFrailty({ view }: { view: ProfileView }) {
  const { frailty } = view;
  return (
    <HuddleSection id="huddle-frailty" heading="Frailty">
      {frailty.state === "data" ? (
        <>
          <FigureList className="grid grid-cols-3 gap-2">
            {FRAILTY_BANDS.map((band) => (
              <Figure key={band} label={FRAILTY_WORDS[band]}>
                {frailty.data[band]}
              </Figure>
            ))}
          </FigureList>
          {frailty.data.unscored === null ? null : (
            <p>{frailty.data.unscored} without a score</p>
          )}
        </>
      ) : (
        <Missing panel={frailty} />
      )}
    </HuddleSection>
  );
}

export function HuddleQuality({ view }: { view: ProfileView }) {
  const { quality } = view;
  if (quality?.state !== "data") {
    return (
      <HuddleSection id="huddle-quality" heading="Quality score">
        <Missing panel={quality ?? { state: "empty" }} />
      </HuddleSection>
    );
  }
  const total = totalWords(quality.data);
  return (
    <HuddleSection id="huddle-quality" heading="Quality score">
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
        {periodSentence(quality.data.period, countedRange(view))} {total.note}{" "}
        {QUALITY_TEXTS.raw}
      </p>
    </HuddleSection>
  );
}

export function HuddleSection({
  id,
  heading,
  className,
  children,
}: {
  id: string;
  heading: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="huddle-heading">
        {heading}
      </h2>
      {children}
    </section>
  );
}

export function Missing({ panel }: { panel: FollowingPanel<unknown> }) {
  const isEmpty = panel.state === "empty";
  return <p>{isEmpty ? emptyWords(panel) : messages.panel.error}</p>;
}

/** One sentence for all small rates: the sheet has no room for a note beside each figure. */
export function smallNumbersSentence(metrics: OverviewMetrics): string | null {
  const titles = RATE_MEASURES.filter((measure) =>
    isSmallDenominator(measure, measure.read(metrics).denominator),
  ).map(({ title }) => title);
  if (titles.length === 0) return null;
  return `Small numbers: ${titles.join(", ")}. Treat with caution: fewer than ${SMALL_DENOMINATOR} admissions or patient months.`;
}
