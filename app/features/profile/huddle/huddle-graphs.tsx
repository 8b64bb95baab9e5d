import type { ReactNode } from "react";
import { GRAPH_MODES, modeOf } from "~/domain/graphs/graph-modes";
import { messages } from "~/domain/messages";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { GraphFigure } from "../graphs/graph-figure";
import { HuddleSection } from "./huddle-section";
import type { ProfileView } from "../profile-view";

/** The five graphs on the huddle sheet, each in its mode in force; `children` takes the sixth place. */
export function HuddleGraphs({
  view,
  children,
}: {
  view: ProfileView;
  children: ReactNode;
}) {
  const { graphs } = view;
  return (
    <div className="huddle-graphs">
      {graphs.state === "data" ? (
        RATE_MEASURES.map((measure) => (
          <HuddleSection
            key={measure.graph}
            id={`huddle-${measure.graph}`}
            className="huddle-graph"
            heading={<Heading measure={measure} view={view} />}
          >
            <GraphFigure view={view} tag={measure.graph} isBrief />
          </HuddleSection>
        ))
      ) : (
        <HuddleSection id="huddle-graphs" heading="Graphs">
          <p>
            {graphs.state === "empty"
              ? messages.panel.empty
              : messages.panel.error}
          </p>
        </HuddleSection>
      )}
      {children}
    </div>
  );
}

function Heading({
  measure: { graph, title },
  view,
}: {
  measure: RateMeasure;
  view: ProfileView;
}) {
  const mode = modeOf(view.monthly, graph);
  const label = GRAPH_MODES.find((one) => one.mode === mode)?.label;
  return (
    <>
      {title} <span className="font-normal text-muted">{label}</span>
    </>
  );
}
