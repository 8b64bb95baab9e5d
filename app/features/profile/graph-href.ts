import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { PANEL_ID } from "./open-panel";

/** A graph in full, month over month, of another page than one's own. */
export function graphHref(profile: string, graph: GraphTag): string {
  const join = profile.includes("?") ? "&" : "?";
  return `${profile}${join}mom=${graph}&graph=${graph}#${PANEL_ID}`;
}
