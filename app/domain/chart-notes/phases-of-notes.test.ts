import { expect, test } from "vitest";
import { RATE_MEASURES } from "../figures/rate-measures";
import { monthNumberOf } from "../graphs/chart-phases";
import type { PhaseNote } from "./chart-note";
import { phasesOfNotes } from "./phases-of-notes";

const FIRST = monthNumberOf("2025-01-01");

function frozenFor(rate: number, days: number) {
  const measure = RATE_MEASURES.find(({ graph }) => graph === "hosp_1000");
  if (!measure) throw new Error("There is no such measure.");
  const year = (value: number) => Array.from({ length: 12 }, () => value);
  const note: PhaseNote = {
    kind: "baseline",
    measures: ["hosp_1000"],
    from: "2025-01-01",
    to: "2025-12-01",
    frozen: { hosp_1000: { rates: year(rate), denominators: year(days) } },
  };
  return phasesOfNotes([note], measure, FIRST).frozen;
}

test("what is frozen holds where it has 12 events", () => {
  expect(frozenFor(1, 1_000)).toMatchObject([{ from: FIRST, to: FIRST + 11 }]);
  expect(frozenFor(1, 400)).toEqual([]);
  expect(frozenFor(0, 1_000)).toEqual([]);
});
