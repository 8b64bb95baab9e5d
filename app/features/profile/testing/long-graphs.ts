import type { GraphsView } from "../profile-view";
import { testGraphsView } from "./graphs-view";

const MONTHS = "Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb Mar".split(" ");

export function testLongGraphs(): GraphsView {
  const line = {
    rates: Array.from({ length: 36 }, () => 20),
    denominators: Array.from({ length: 36 }, () => 50),
  };
  const both = { rolling: line, mom: line };
  return {
    ...testGraphsView(),
    months: [...MONTHS, ...MONTHS, ...MONTHS],
    years: Array.from(
      { length: 36 },
      (_, month) => 2023 + Math.floor((month + 3) / 12),
    ),
    isSilent: false,
    lines: {
      rth_30: both,
      ed_30: both,
      hosp_1000: both,
      ed_1000: both,
      adm_1000: both,
    },
  };
}
