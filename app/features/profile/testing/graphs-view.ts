import { GRAPH_TAGS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { GraphLine, GraphsView } from "../profile-view";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

const SAID = {
  latest: "Latest month: within limits.",
  unusual: "0 of 18 months were unusual.",
  hasUnusual: false,
};

function ofAll<Of>(one: Of) {
  const graphs = GRAPH_TAGS.map((graph) => [graph, one]);
  return Object.fromEntries(graphs) as Record<GraphTag, Of>;
}

/** The months to March 2026, each rate 20 of 50, with the trends that a test gives. */
export function testGraphsView(
  trends: GraphsView["trends"] = {},
  count = 18,
): GraphsView {
  const line: GraphLine = {
    rates: Array.from({ length: count }, () => 20),
    denominators: Array.from({ length: count }, () => 50),
  };
  const months = line.rates.map((_, at) => 2026 * 12 + 3 - count + at);
  return {
    months: months.map((month) => MONTHS[month % 12] ?? ""),
    years: months.map((month) => Math.floor(month / 12)),
    isSilent: false,
    lines: ofAll({ rolling: line, mom: line }),
    verdicts: ofAll({ rolling: SAID, mom: SAID }),
    trends,
  };
}

export function testLongGraphs(): GraphsView {
  return testGraphsView({}, 36);
}

/** The 18 months with another line for '30 Day RTH', in both modes. */
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
