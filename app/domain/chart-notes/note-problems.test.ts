import { describe, expect, test } from "vitest";
import type { PhaseNote } from "./chart-note";
import {
  clashOf,
  noteProblem,
  partsBaselines,
  tooFewToFreeze,
  unsettledProblem,
  type WantedNote,
} from "./note-problems";

const TODAY = "2026-06-15";
const EVENT: WantedNote = {
  kind: "event",
  measures: ["rth_30"],
  from: "2026-06-15",
  to: null,
  text: "A survey",
};
const PHASE: WantedNote = { ...EVENT, kind: "phase", from: "2026-06-30" };
const BASELINE: WantedNote = {
  ...EVENT,
  kind: "baseline",
  from: "2025-01-01",
  to: "2025-12-01",
};

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

  test("freezes 12 to 36 months", () => {
    const to = (month: string | null) => fieldOf({ ...BASELINE, to: month });
    expect(to("2025-11-01")).toBe("to");
    expect(to("2025-12-31")).toBeNull();
    expect(to("2027-12-01")).toBeNull();
    expect(to("2028-01-01")).toBe("to");
    expect(to(null)).toBe("to");
  });

  test("freezes settled months alone", () => {
    expect(unsettledProblem(BASELINE, "2025-12-01")).toBeNull();
    expect(unsettledProblem(BASELINE, "2025-11-01")?.field).toBe("to");
    expect(unsettledProblem(BASELINE, null)?.field).toBe("to");
  });

  test("freezes 12 months with a rate at least", () => {
    const line = (known: number) => ({
      rates: Array.from({ length: 14 }, (_, at) => (at < known ? 1 : null)),
      denominators: Array.from({ length: 14 }, () => 100),
    });
    const problem = (known: number) =>
      tooFewToFreeze({ rth_30: line(known) }, ["rth_30"])?.text ?? null;
    expect(problem(12)).toBeNull();
    expect(problem(11)).toContain("30 Day RTH");
    expect(tooFewToFreeze({}, ["ed_30"])?.field).toBe("measures");
  });

  test("freezes 12 events at least", () => {
    const year = (rate: number, denominator: number) => ({
      rates: Array.from({ length: 12 }, () => rate),
      denominators: Array.from({ length: 12 }, () => denominator),
    });
    const problem = (...args: Parameters<typeof tooFewToFreeze>) =>
      tooFewToFreeze(...args)?.text ?? null;
    expect(problem({ hosp_1000: year(1, 1000) }, ["hosp_1000"])).toBeNull();
    const eleven = year(1, 1000);
    eleven.rates[3] = 0;
    expect(problem({ hosp_1000: eleven }, ["hosp_1000"])).toBe(
      "Hosp/1000 Days of Care has fewer than 12 events in these months.",
    );
    // Days are counted, and the rate is of months.
    const days = 365.25 / 12;
    const adm = (months: number) => ({ adm_1000: year(100, months * days) });
    expect(problem(adm(10), ["adm_1000"])).toBeNull();
    expect(problem(adm(4), ["adm_1000"])).toContain("ADM/1000");
    expect(problem({ rth_30: year(0, 40) }, ["rth_30"])).toContain("30 Day");
  });
});

describe("beside others", () => {
  const phase = (from: string): PhaseNote => ({ ...PHASE, from, frozen: null });
  const frozen = (from: string, to: string): PhaseNote => ({
    ...BASELINE,
    from,
    to,
    frozen: null,
  });
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

  test("no phase begins within a baseline", () => {
    const begin = (from: string) =>
      clash({ ...PHASE, from }, frozen("2025-01-01", "2025-12-01"));
    expect(begin("2025-01-01")).toBe(false);
    expect(begin("2025-02-01")).toBe(true);
    expect(begin("2025-12-01")).toBe(true);
    expect(begin("2026-01-01")).toBe(false);
  });

  test("a baseline lies in one phase, which has no other one", () => {
    expect(clash(BASELINE, phase("2025-01-01"))).toBe(false);
    expect(clash(BASELINE, phase("2025-02-01"))).toBe(true);
    expect(clash(BASELINE, phase("2025-12-01"))).toBe(true);
    expect(clash(BASELINE, phase("2026-01-01"))).toBe(false);
    const before = frozen("2024-01-01", "2024-12-01");
    expect(clash(BASELINE, before)).toBe(true);
    expect(clash(BASELINE, before, phase("2025-01-01"))).toBe(false);
    expect(clash(BASELINE, before, phase("2026-01-01"))).toBe(true);
    const later = frozen("2026-01-01", "2026-12-01");
    expect(clash(BASELINE, later, phase("2026-01-01"))).toBe(false);
  });

  test("each chart has its own", () => {
    const both = ["rth_30", "ed_30"] as const;
    const baseline: PhaseNote = {
      ...frozen("2024-01-01", "2024-12-01"),
      measures: both,
    };
    const wanted = { ...BASELINE, measures: both };
    // The phase parts them on one chart alone.
    expect(clash(wanted, baseline, phase("2025-01-01"))).toBe(true);
    const parting = { ...phase("2025-01-01"), measures: both };
    expect(clash(wanted, baseline, parting)).toBe(false);
  });

  test("a phase that parts baselines is not ended before them", () => {
    const [before, after] = [
      frozen("2023-12-01", "2024-11-01"),
      frozen("2025-01-01", "2025-12-01"),
    ] as const;
    const parting = phase("2025-01-01");
    expect(partsBaselines(parting, [before, after])).toBe(true);
    expect(partsBaselines(before, [parting, after])).toBe(false);
    expect(partsBaselines(parting, [before])).toBe(false);
    expect(partsBaselines(parting, [])).toBe(false);
    // Another phase still parts them, or it is another chart.
    expect(partsBaselines(parting, [before, after, phase("2024-12-31")])).toBe(
      false,
    );
    const elsewhere: PhaseNote = { ...parting, measures: ["ed_30"] };
    expect(partsBaselines(elsewhere, [before, after])).toBe(false);
    expect(partsBaselines(parting, [before, after, elsewhere])).toBe(true);
  });
});
