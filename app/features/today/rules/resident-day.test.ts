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
  back_on: null,
  high_risk_note_on: null,
};

const day = (facts: Partial<TodayFacts>) =>
  residentDay({ ...NOBODY, ...facts }, TODAY);
const reasons = (facts: Partial<TodayFacts>) => day(facts).reasons;

describe("what a day means for a resident", () => {
  it("counts the day of admission as the first", () => {
    expect(day({ admitted_on: ago(0) }).dayOfStay).toBe(1);
    expect(day({ admitted_on: ago(30) }).dayOfStay).toBe(31);
  });

  it.each([
    [0, 30],
    [30, 0],
    [31, -1],
  ])(
    "has for who came from hospital %i days ago %i days of the window left",
    (since, daysLeft) => {
      const from_hospital = true;
      const { window } = day({ admitted_on: ago(since), from_hospital });
      expect(window).toEqual({ on: TODAY - since + 30, daysLeft });
    },
  );

  it("has no window for who did not come from hospital", () => {
    expect(day({ admitted_on: ago(3) }).window).toBeNull();
  });

  it("counts the days until the 101st", () => {
    expect(day({ long_stay_from: ago(-7) }).longStay.daysLeft).toBe(7);
    expect(day({ long_stay_from: ago(0) }).longStay.daysLeft).toBe(0);
    expect(day({ long_stay_from: ago(2) }).longStay.daysLeft).toBe(-2);
  });
});

describe("a resident is on the list for being", () => {
  const admitted = (since: number) => ({
    admitted_on: ago(since),
    from_hospital: true,
  });

  it("frail in the 30-day window, and not outside of it or with a lower score", () => {
    const frail = (since: number, frailty_score: number | null) =>
      reasons({ ...admitted(since), frailty_score });
    expect(frail(30, 6)).toEqual(["window_frail"]);
    expect(frail(4, 6)).toEqual(["window_frail"]);
    expect(frail(31, 6)).toEqual([]);
    expect(frail(30, 5)).toEqual([]);
    expect(frail(30, -1)).toEqual([]);
    expect(frail(30, null)).toEqual([]);
  });

  it("sent out a second time within 30 days, whatever became of either trip", () => {
    const transfers = (hospitalizations_30: number, ed_visits_30: number) =>
      reasons({ hospitalizations_30, ed_visits_30 });
    expect(transfers(1, 1)).toEqual(["second_transfer"]);
    expect(transfers(2, 0)).toEqual(["second_transfer"]);
    expect(transfers(1, 0)).toEqual([]);
  });

  it("back within 72 hours, which the day three days ago may be", () => {
    expect(reasons({ back_on: ago(0) })).toEqual(["back"]);
    expect(reasons({ back_on: ago(3) })).toEqual(["back"]);
    expect(reasons({ back_on: ago(4) })).toEqual([]);
    expect(reasons({ back_on: ago(-1) })).toEqual([]);
  });

  it("new from hospital within 72 hours, unless that is a return", () => {
    expect(reasons(admitted(3))).toEqual(["new"]);
    expect(reasons(admitted(4))).toEqual([]);
    expect(reasons({ admitted_on: ago(0) })).toEqual([]);
    expect(reasons({ ...admitted(2), back_on: ago(2) })).toEqual(["back"]);
  });

  it("in a high-risk note of yesterday or today", () => {
    const noted = (days: number) => reasons({ high_risk_note_on: ago(days) });
    expect(noted(1)).toEqual(["high_risk_note"]);
    expect(noted(0)).toEqual(["high_risk_note"]);
    expect(noted(2)).toEqual([]);
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

  it("named by several rules, in their order, and by none while out at hospital", () => {
    const all = {
      ...admitted(1),
      frailty_score: 9,
      hospitalizations_30: 2,
      back_on: ago(1),
      high_risk_note_on: "2026-06-15",
      long_stay_from: ago(-5),
    };
    expect(reasons(all)).toEqual([
      "window_frail",
      "second_transfer",
      "back",
      "high_risk_note",
      "long_stay_soon",
    ]);
    expect(reasons({ ...all, out_since: ago(0) })).toEqual([]);
  });
});
