import type { GraphTag } from "~/domain/graphs/rate-graphs";

/** Id of a graph's heading: it names its card, and pages without scripts land there. */
export function graphHeadingId(tag: GraphTag): string {
  return `graph-${tag}`;
}

/** Id of the link that opens a graph in full: focus comes back to it. */
export function openGraphId(tag: GraphTag): string {
  return `open-graph-${tag}`;
}
