import { describe, expect, it } from "vitest";
import { longStayText, windowText } from "./words";
import type { StayFacts } from "~/domain/residents/resident-facts";
import { standingOf } from "./rules";
import { stay } from "./testing/facts";

const TODAY = 200;

function standing(...stays: StayFacts[]) {
  return standingOf(stays.map((one) => ({ ...one, today: TODAY })));
}

describe("how a resident stands", () => {
  it("is that of the newest stay that is open at the reach, else of the newest", () => {
    const idOf = (...stays: ReturnType<typeof stay>[]) => {
      const reached = stays.map((one) => ({ ...one, dataThrough: TODAY }));
      const found = standing(...reached);
      return found && [found.stay.id, found.isOpen];
    };
    expect(idOf(stay(10, 20), stay(100, null), stay(150, 160))).toEqual([
      100,
      true,
    ]);
    expect(idOf(stay(10, 20), stay(150, TODAY))).toEqual([150, false]);
    expect(idOf(stay(150, TODAY + 1))).toEqual([150, true]);
    expect(idOf(stay(TODAY + 1, null))).toEqual([TODAY + 1, false]);
    expect(idOf(stay(10, 20), stay(TODAY + 1, null))).toEqual([10, false]);
    expect(idOf()).toBeNull();
    const unknown = standing(stay(10, null, { dataThrough: null }));
    expect(unknown?.isOpen).toBe(false);
  });

  it.each([
    [170, "Closes today, 07/20/1970"],
    [169, "Closed on 07/19/1970"],
    [199, "Closes on 08/18/1970, in 29 days"],
  ])("has the 30 days from an admission on day %i", (admitted, text) => {
    const { window = null } = standing(stay(admitted, null)) ?? {};
    expect(windowText(window)).toBe(text);
  });

  it("has none after an admission from elsewhere", () => {
    const home = stay(199, null, { admittedFrom: "community" });
    expect(standing(home)?.window).toBeNull();
    expect(windowText(null)).toBe("Not from hospital");
  });

  it.each([
    [stay(100, null), "Since 07/20/1970"],
    [stay(101, null), "From 07/21/1970, in 1 day"],
    [stay(50, 151), "From 05/31/1970 to discharge"],
    [stay(50, 150), "No"],
    [
      stay(TODAY + 1, null, { longStayFrom: TODAY + 1, dataThrough: TODAY }),
      "No",
    ],
  ])("is long-stay from the 101st day on: %#", (one, text) => {
    expect(longStayText(standing(one)!.longStay)).toBe(text);
  });

  it("counts the days of all stays, as far as the data reach each", () => {
    const stays = [
      stay(100, null, { dataThrough: 109 }),
      stay(50, 60),
      stay(70, 70),
      stay(120, null, { dataThrough: 100 }),
      stay(20, 30, { dataThrough: null }),
    ];
    expect(standing(...stays)?.daysOfCare).toBe(20);
  });
});
