import type { GraphLine, GraphsView } from "../profile-view";
import { testGraphsView } from "./graphs-view";

/** The 18 months to March 2026 with another line for '30 Day RTH'. */
export function testRthLine(line: Partial<GraphLine>): GraphsView {
  const graphs = testGraphsView();
  const { lines } = graphs;
  return {
    ...graphs,
    lines: { ...lines, rth_30: { ...lines.rth_30, ...line } },
  };
}
