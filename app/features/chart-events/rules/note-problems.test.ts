import { describe, expect, test } from "vitest";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { clashOf, noteProblems, type WantedNote } from "./note-problems";

const TODAY = "2026-06-15";
const EVENT: WantedNote = {
  kind: "event",
  measures: ["rth_30"],
  from: "2026-06-15",
  text: "A survey",
};
const PHASE: WantedNote = { ...EVENT, kind: "phase", from: "2026-06-30" };

test.each<[Partial<WantedNote>, string | null]>([
  [{}, null],
  [{ text: "" }, "Say what happened."],
  [{ text: "x".repeat(120) }, null],
  [{ text: "x".repeat(121) }, "Enter no more than 120 characters."],
  [{ text: "a\u0007b" }, "Remove invisible characters."],
  [{ measures: [] }, "Choose at least one measure."],
  [{ from: "2026-02-30" }, "Enter a date."],
  [{ from: "2026-06-16" }, "Enter a date that is not in the future."],
  [PHASE, null],
  [
    { ...PHASE, from: "2026-07-01" },
    "Choose a month that is not in the future.",
  ],
  [{ ...PHASE, from: "soon" }, "Choose a month."],
])("of a note by itself with %j it says %s", (change, text) => {
  const problems = noteProblems({ ...EVENT, ...change }, TODAY);
  expect(problems.map((one) => one.text)).toEqual(text === null ? [] : [text]);
});

test("each problem is said of its field, all together", () => {
  const wrong = { ...EVENT, text: "", from: "soon", measures: [] };
  const problems = noteProblems(wrong, TODAY);
  expect(problems.map(({ field }) => field)).toEqual([
    "text",
    "from",
    "measures",
  ]);
});

describe("beside others", () => {
  const phase = (from: string): PhaseNote => ({ ...PHASE, from });
  const clash = (wanted: WantedNote, ...others: PhaseNote[]) =>
    clashOf(wanted, others) !== null;

  test("events are where they are", () => {
    expect(clash(EVENT, phase("2026-06-01"))).toBe(false);
  });

  test("one phase begins with a month", () => {
    expect(clash(PHASE, phase("2026-06-01"))).toBe(true);
    expect(clash(PHASE, phase("2026-05-01"))).toBe(false);
    const other: PhaseNote = { ...phase("2026-06-01"), measures: ["ed_30"] };
    expect(clash(PHASE, other)).toBe(false);
  });
});
