import { describe, expect, test } from "vitest";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { clashOf, noteProblem, type WantedNote } from "./note-problems";

const TODAY = "2026-06-15";
const EVENT: WantedNote = {
  kind: "event",
  measures: ["rth_30"],
  from: "2026-06-15",
  text: "A survey",
};
const PHASE: WantedNote = { ...EVENT, kind: "phase", from: "2026-06-30" };

const fieldOf = (wanted: WantedNote) =>
  noteProblem(wanted, TODAY)?.field ?? null;

describe("a note by itself", () => {
  test("says something, in 120 characters at most", () => {
    expect(fieldOf(EVENT)).toBeNull();
    expect(fieldOf({ ...EVENT, text: "" })).toBe("text");
    expect(fieldOf({ ...EVENT, text: "x".repeat(120) })).toBeNull();
    expect(fieldOf({ ...EVENT, text: "x".repeat(121) })).toBe("text");
  });

  test("is of a day, or of a month, that has begun", () => {
    expect(fieldOf({ ...EVENT, from: "2026-06-16" })).toBe("from");
    expect(fieldOf(PHASE)).toBeNull();
    expect(fieldOf({ ...PHASE, from: "2026-07-01" })).toBe("from");
    expect(fieldOf({ ...PHASE, from: "soon" })).toBe("from");
  });
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
