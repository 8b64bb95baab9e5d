import type { GraphLine, GraphsView } from "../profile-view";
import { testGraphsView } from "./graphs-view";

export function testRthLine(line: Partial<GraphLine>): GraphsView {
  const graphs = testGraphsView();
  const { lines } = graphs;
  return {
    ...graphs,
    lines: {
      ...lines,
      rth_30: {
        rolling: { ...lines.rth_30.rolling, ...line },
        mom: { ...lines.rth_30.mom, ...line },
      },
    },
  };
}
