import { describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { residentDay, type TodayFacts } from "./resident-day";

const TODAY = epochDayOf("2026-06-15");

const ago = (days: number) => isoDayOf(TODAY - days);

const NOBODY: TodayFacts = {
  admitted_on: ago(200),
  from_hospital: false,
  long_stay_from: ago(100),
  frailty_score: null,
  hospitalizations_30: 0,
  ed_visits_30: 0,
  out_since: null,
  bed_kept: false,
  back_on: null,
  high_risk_note_on: null,
};

const day = (facts: Partial<TodayFacts>) =>
  residentDay({ ...NOBODY, ...facts }, TODAY);
const reasons = (facts: Partial<TodayFacts>) => day(facts).reasons;

describe("what a day means for a resident", () => {
  it("counts the day of admission as the first", () => {
    expect(day({ admitted_on: ago(0) }).dayOfStay).toBe(1);
  });

  it("counts the days of a stay until a discharge to hospital, or on while the bed is kept", () => {
    const out = { admitted_on: ago(18), out_since: ago(2) };
    expect(day(out).dayOfStay).toBe(16);
    expect(day({ ...out, bed_kept: true }).dayOfStay).toBe(19);
    expect(day({ ...out, admitted_on: ago(2) }).dayOfStay).toBe(1);
  });

  it("counts the days until the 101st", () => {
    expect(day({ long_stay_from: ago(-7) }).longStay.daysLeft).toBe(7);
    expect(day({ long_stay_from: ago(0) }).longStay.daysLeft).toBe(0);
    expect(day({ long_stay_from: ago(2) }).longStay.daysLeft).toBe(-2);
  });
});

describe("a resident is on the list for being", () => {
  it("back within 72 hours, which the day three days ago may be", () => {
    expect(reasons({ back_on: ago(0) })).toEqual(["back"]);
    expect(reasons({ back_on: ago(3) })).toEqual(["back"]);
    expect(reasons({ back_on: ago(4) })).toEqual([]);
    expect(reasons({ back_on: ago(-1) })).toEqual([]);
  });

  it("long-stay within 7 days after a transfer", () => {
    const soon = (days: number, ed_visits_30 = 1) =>
      reasons({ long_stay_from: ago(-days), ed_visits_30 });
    expect(soon(1)).toEqual(["long_stay_soon"]);
    expect(soon(7)).toEqual(["long_stay_soon"]);
    expect(soon(8)).toEqual([]);
    expect(soon(0)).toEqual([]);
    expect(soon(7, 0)).toEqual([]);
  });

  it("in a high-risk note of yesterday or today", () => {
    const noted = (days: number) => reasons({ high_risk_note_on: ago(days) });
    expect(noted(1)).toEqual(["high_risk_note"]);
    expect(noted(0)).toEqual(["high_risk_note"]);
    expect(noted(2)).toEqual([]);
  });

  it("none of these while out at hospital", () => {
    const all = { back_on: ago(1), high_risk_note_on: ago(0) };
    expect(reasons(all)).toEqual(["back", "high_risk_note"]);
    expect(reasons({ ...all, out_since: ago(0) })).toEqual([]);
  });
});
