import { messages } from "~/domain/messages";
import type { FigureBlock } from "~/domain/figures/metrics";
import { Figure, FigureList } from "~/ui/figure";
import { FigureTrend } from "../overview/figure-trend";
import type { ProfileView } from "../profile-view";
import { HuddleSection } from "./huddle-section";

const texts = messages.profile;

const BLOCKS: { block: FigureBlock; heading: string }[] = [
  { block: "general", heading: texts.general },
  { block: "short", heading: texts.shortStay },
  { block: "long", heading: texts.longStay },
];

/** The ten figures of the overview card, each with its change since the period before. */
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
                  label={figure.label}
                  note={
                    metrics.state === "data" ? (
                      <FigureTrend figure={figure} figures={figures} />
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
      {metrics.state === "data" ? null : (
        <p>
          {metrics.state === "empty"
            ? messages.panel.empty
            : messages.panel.error}
        </p>
      )}
    </>
  );
}
