import type { GraphLine, GraphsView } from "../profile-view";

const MONTHS = "Oct Nov Dec Jan Feb Mar Apr May Jun Jul Aug Sep".split(" ");

const SAID = {
  latest: "Latest month: within limits.",
  unusual: "0 of 18 months were unusual.",
  hasUnusual: false,
};

const VERDICT = { rolling: SAID, mom: SAID };

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
    isSilent: false,
    lines: {
      rth_30: { rolling: line, mom: line },
      ed_30: { rolling: line, mom: line },
      hosp_1000: { rolling: line, mom: line },
      ed_1000: { rolling: line, mom: line },
      adm_1000: { rolling: line, mom: line },
    },
    verdicts: {
      rth_30: VERDICT,
      ed_30: VERDICT,
      hosp_1000: VERDICT,
      ed_1000: VERDICT,
      adm_1000: VERDICT,
    },
    trends,
  };
}
