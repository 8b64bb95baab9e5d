import type { GraphLine, GraphsView } from "../profile-view";

const MONTHS = "Oct Nov Dec Jan Feb Mar Apr May Jun Jul Aug Sep".split(" ");

/** The 18 months to March 2026, all settled, each rate 20 and each count 10 but for the trends that a test gives. */
export function testGraphsView(trends: GraphsView["trends"] = {}): GraphsView {
  const line: GraphLine = {
    rates: Array.from({ length: 18 }, () => 20),
    denominators: Array.from({ length: 18 }, () => 50),
  };
  return {
    months: [...MONTHS, ...MONTHS.slice(0, 6)],
    years: Array.from({ length: 18 }, (_, month) =>
      month < 3 ? 2024 : month < 15 ? 2025 : 2026,
    ),
    settled: 18,
    lines: {
      rth_30: line,
      ed_30: line,
      hosp_1000: line,
      ed_1000: line,
      adm_1000: line,
    },
    trends: { ach_adm: Array.from({ length: 18 }, () => 10), ...trends },
  };
}
