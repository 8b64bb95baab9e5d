import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { GraphCard } from "./graph-card";
import type { PanelProps } from "../profile-view";

const SMALL: readonly GraphTag[] = ["rth_30", "ed_30"];
const LARGE: readonly GraphTag[] = ["hosp_1000", "ed_1000", "adm_1000"];

const GraphLegend = lazyComponent(
  () => import("./graph-legend"),
  (chunk) => chunk.GraphLegend,
);

/** The two graphs of short stays (R108). */
export function SmallGraphs(panel: PanelProps) {
  return SMALL.map((tag) => (
    <GraphCard key={tag} tag={tag} size="small" {...panel} />
  ));
}

/** The three graphs of long stays, and the legend of all five. */
export function LargeGraphs({ view, isLoading }: PanelProps) {
  const { rendered, graphs, monthly, filters, isDefaultRange } = view;
  return (
    <>
      {LARGE.map((tag) => (
        <GraphCard
          key={tag}
          tag={tag}
          size="large"
          view={view}
          isLoading={isLoading}
        />
      ))}
      {graphs.state === "data" ? (
        <StaticPart
          id="graph-notes"
          version={JSON.stringify([
            rendered.keys.graphs,
            monthly,
            filters,
            isDefaultRange,
            view.lastUpdated,
            view.lastDay,
            view.reach,
          ])}
          fallback={null}
        >
          <GraphLegend view={view} />
        </StaticPart>
      ) : null}
    </>
  );
}
