import { describe, expect, it } from "vitest";
import { longStayText, windowText } from "./words";
import type { StayFacts } from "~/domain/residents/resident-facts";
import { standingOf, stayBarOf } from "./rules";
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

  it("has the 30 days while the resident is out at hospital, whose stay has ended", () => {
    const left = stay(182, 198);
    const daysLeft = (outSince: number | null) =>
      standing({ ...left, outSince })?.window?.daysLeft ?? null;
    expect([198, null].map(daysLeft)).toEqual([12, null]);
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

describe("the bar of a stay", () => {
  const ADMITTED = 1_000;
  function bar(
    days: number,
    {
      isOpen = true,
      trips = [],
      notes = [],
      ...more
    }: Partial<StayFacts> & {
      isOpen?: boolean;
      trips?: [day: number, backOn: number | null][];
      notes?: [day: number, isHighRisk: boolean][];
    } = {},
  ) {
    const last = ADMITTED + days;
    const facts = {
      ...stay(ADMITTED, isOpen ? null : last),
      ...{ today: last, dataThrough: last, ...more },
    };
    return stayBarOf(
      { stay: facts, isOpen },
      trips.map(([day, backOn]) => ({
        day: ADMITTED + day,
        backOn: backOn === null ? null : ADMITTED + backOn,
      })),
      notes.map(([day, isHighRisk]) => ({ day: ADMITTED + day, isHighRisk })),
    );
  }
  const scale = (days: number, isOpen = true) => {
    const { end, marks } = bar(days, { isOpen });
    return [end - ADMITTED, marks.map(({ x }) => x)];
  };

  it("ends with the next mark of an open stay, else with its last day", () => {
    expect([0, 29, 30, 99, 100, 3_000].map((days) => scale(days))).toEqual([
      [30, [100]],
      [30, [100]],
      [100, [30, 100]],
      [100, [30, 100]],
      [100, [30, 100]],
      [3_000, [1, 3.3]],
    ]);
    expect([0, 30, 31].map((days) => scale(days, false))).toEqual([
      [0, []],
      [30, []],
      [31, [96.8]],
    ]);
    // Long-stay since a stay before, and not from hospital.
    const old = { admittedFrom: "other", longStayFrom: ADMITTED };
    expect(bar(40, old)).toMatchObject({ end: ADMITTED + 40, marks: [] });
    expect(bar(40, { dataThrough: ADMITTED + 20 }).through).toBe(ADMITTED + 20);
  });

  it("has times at hospital, joined where they meet and never too short to be seen", () => {
    const parts = (...asked: Parameters<typeof bar>) =>
      bar(...asked).parts.map(({ left, right, isOut }) =>
        [isOut ? "out" : "in", left, right].join(" "),
      );
    expect(parts(0)).toEqual(["in 0 0.5"]);
    expect(parts(0, { isOpen: false })).toEqual(["in 0 100"]);
    expect(
      parts(200, {
        trips: [
          [150, null],
          [20, 40],
          [40, 60],
          [201, 202],
        ],
      }),
    ).toEqual([
      "in 0 10",
      "out 10 30",
      "in 30 75",
      "out 75 75.5",
      "in 75.5 100",
    ]);
    expect(
      parts(200, { trips: [[180, null]], outSince: ADMITTED + 180 }),
    ).toEqual(["in 0 90", "out 90 100"]);
    expect(parts(200, { isOpen: false, trips: [[200, 210]] })).toEqual([
      "in 0 99.5",
      "out 99.5 100",
    ]);
    // Two weeks in house after three years are seen.
    expect(
      parts(1_058, {
        trips: [
          [1_039, 1_039],
          [1_053, null],
        ],
        outSince: ADMITTED + 1_053,
      }),
    ).toEqual(["in 0 98.2", "out 98.2 98.7", "in 98.7 99.5", "out 99.5 100"]);
  });

  it("lets no label meet another or leave the bar on the narrowest screen", () => {
    const labels = (days: number, more?: Partial<StayFacts>) =>
      bar(days, more).marks.map(({ anchor, line }) => `${anchor} ${line}`);
    expect(labels(0)).toEqual(["end 0"]);
    expect(labels(100)).toEqual(["start 0", "end 0"]);
    expect(labels(294)).toEqual(["start 0", "start 0"]);
    expect(labels(295)).toEqual(["start 1", "start 0"]);
    expect(labels(3_000)).toEqual(["start 1", "start 0"]);
    // Long-stay days that count on from a stay before.
    const early = (day: number) => ({ longStayFrom: ADMITTED + day });
    expect(labels(80, early(70))).toEqual(["start 1", "end 0"]);
    expect(labels(46, early(40))).toEqual(["end 0", "end 1"]);
    expect(labels(30, early(29))).toEqual(["end 0", "end 1"]);
  });

  it("lets notes that would cover each other share a place, of high risk where one is", () => {
    const notes: [number, boolean][] = [
      [101, false],
      [100, false],
      [0, false],
      [99, true],
      [201, true],
    ];
    expect(bar(200, { notes }).notes).toEqual([
      { x: 0, isHighRisk: false },
      { x: 50, isHighRisk: true },
    ]);
  });
});
