import { childLevelOf, type Level } from "~/domain/places/hierarchy";
import { isFigureTag, type FigureTag } from "~/domain/figures/figure-tags";
import {
  findGraph,
  findGraphOfRate,
  type GraphTag,
  type RateTag,
} from "~/domain/graphs/rate-graphs";
import type { PANEL_PARAMETERS } from "./view-parameters";

/** What stands open over a profile page: one thing at a time, named by the URL (R38). */
export type OpenPanel =
  | { kind: "inspect"; tag: FigureTag }
  | { kind: "quality" }
  | { kind: "graph"; tag: GraphTag }
  | { kind: "compare"; tag: RateTag };

/** Anchor of the open panel: without scripts the page lands there. */
export const PANEL_ID = "panel";

export function parseOpenPanel(
  search: URLSearchParams,
  level: Level,
): OpenPanel | null {
  const inspected = search.get("inspect");
  if (isFigureTag(inspected)) return { kind: "inspect", tag: inspected };
  if (search.get("modal") === "quality") return { kind: "quality" };
  const graph = findGraph(search.get("graph"));
  if (graph) return { kind: "graph", tag: graph.graph };
  const compared = findGraphOfRate(search.get("compare"));
  return compared && isComparable(level)
    ? { kind: "compare", tag: compared.tag }
    : null;
}

/** Patients have no rates of their own. */
export function isComparable(level: Level): boolean {
  return childLevelOf(level) !== "patient";
}

export function panelParameter(
  panel: OpenPanel,
): [name: (typeof PANEL_PARAMETERS)[number], value: string] {
  switch (panel.kind) {
    case "inspect":
      return ["inspect", panel.tag];
    case "quality":
      return ["modal", "quality"];
    case "graph":
      return ["graph", panel.tag];
    case "compare":
      return ["compare", panel.tag];
  }
}

export const COMPARE_LINK_ID = "open-compare";

export function inspectorOpenerId(tag: FigureTag): string {
  return `open-inspect-${tag}`;
}

/** Id of a graph's heading: it names its card, and pages without scripts land there. */
export function graphHeadingId(tag: GraphTag): string {
  return `graph-${tag}`;
}

export function openGraphId(tag: GraphTag): string {
  return `open-graph-${tag}`;
}
