import { describe, expect, test } from "vitest";
import { type RateMeasure } from "~/domain/figures/rate-measures";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { measureOf } from "~/domain/testing/chart-story";
import { eventsAmong } from "~/domain/testing/rare-series";
import { readSeries } from "./variation";

const RTH = measureOf("rth");
const HOSP = measureOf("h_1000");

interface Given {
  measure?: RateMeasure;
  over?: number | (number | null)[];
  whole?: number;
}

/** Reads months by their events. */
function read(events: (number | null)[], given: Given = {}) {
  const { measure = RTH, over = 100 } = given;
  const { whole = events.length } = given;
  const denominators = events.map((_, at) =>
    Array.isArray(over) ? (over[at] ?? null) : over,
  );
  const rates = events.map((count, at) => {
    const of = denominators[at];
    return count === null || !of ? null : (count * measure.multiplier) / of;
  });
  const line = { rates, denominators };
  const series = judgeSeries(measure, line, "mom");
  return readSeries(measure, series, line, whole);
}

/** Months on both sides of their mean, so that no pattern is in them. */
const usual = (months: number) =>
  Array.from({ length: months }, (_, at) => (at % 2 === 0 ? 19 : 21));

describe("the newest judged month", () => {
  test("is usual within its limits and in no pattern", () => {
    expect(read(usual(18))).toEqual({
      variation: "usual",
      latest: 17,
      indexes: [],
    });
  });

  test("is unusual outside of its limits alone, and speaks for itself", () => {
    expect(read([...usual(17), 45])).toEqual({
      variation: "unusually_high",
      latest: 17,
      indexes: [17],
    });
    expect(read([...usual(17), 2])).toMatchObject({
      variation: "unusually_low",
      indexes: [17],
    });
    expect(read([...usual(16), 45, 20]).variation).toBe("usual");
  });

  test("is the newest one with a rate, as long as the months that are over have one", () => {
    const high = [...usual(16), 45, null];
    expect(read(high, { whole: 17 })).toMatchObject({
      variation: "unusually_high",
      latest: 16,
    });
    expect(read(high, { whole: 18 })).toMatchObject({
      variation: "too_few",
      latest: 16,
    });
    expect(read([...usual(17), 45], { whole: 16 })).toMatchObject({
      variation: "unusually_high",
      latest: 17,
    });
  });

  test("without a value says nothing, and the one before it is shown", () => {
    const over = [...Array<number>(17).fill(100), 0];
    expect(read([...usual(16), 45, 0], { over })).toEqual({
      variation: "too_few",
      latest: 16,
      indexes: [],
    });
    expect(read([null, null])).toEqual({
      variation: "too_few",
      latest: null,
      indexes: [],
    });
  });
});

describe("a drift", () => {
  test("is a shift of seven months that reaches the newest, with the months that make it", () => {
    const low = [17, 18, 17, 16, 17, 18, 17, 18, 17, 18, 17];
    const high = [24, 25, 23, 26, 24, 23, 25];
    expect(read([...low, ...high])).toEqual({
      variation: "drifting_up",
      latest: 17,
      indexes: [11, 12, 13, 14, 15, 16, 17],
    });
    expect(read([...low, ...high.slice(1)]).variation).toBe("usual");
    // The shift ends before the newest month.
    expect(read([...low, ...high, 18]).variation).toBe("usual");
  });

  test("goes where a trend goes, though it still lies on the other side of the mean", () => {
    const events = [
      ...[12, 13, 12, 13, 12, 13, 12, 13, 12, 13, 12],
      ...[31, 29, 28, 27, 26, 25, 24],
    ];
    const { variation, indexes } = read(events, { over: 150 });
    expect(variation).toBe("drifting_down");
    expect(indexes).toEqual([11, 12, 13, 14, 15, 16, 17]);
  });

  test("may be months near a limit, and ends where the newest is not one of them", () => {
    const near = [...usual(15), 22, 30, 30];
    expect(read(near)).toMatchObject({
      variation: "drifting_up",
      indexes: [16, 17],
    });
    expect(read([...usual(14), 22, 30, 30, 21]).variation).toBe("usual");
  });
});

describe("too few to say", () => {
  test("are fewer than 12 judged months with limits", () => {
    expect(read([...usual(11), 60]).variation).toBe("unusually_high");
    expect(read([...usual(10), 60])).toMatchObject({
      variation: "too_few",
      latest: 10,
    });
    expect(read([...usual(10), null, 60]).variation).toBe("too_few");
  });

  test("are fewer events than months, whose empty months would pass for a shift", () => {
    const rare = (events: number) =>
      Array.from({ length: 18 }, (_, at) => (at < events ? 1 : 0));
    expect(read(rare(17), { over: 500 }).variation).toBe("too_few");
    expect(read(rare(18), { over: 500 }).variation).toBe("usual");
  });

  test("are rare events with too few gaps between them for limits, and no others", () => {
    const events = Array.from({ length: 18 }, () => 1);
    const line = {
      rates: events.map(() => 5),
      denominators: events.map(() => 20),
    };
    const reading = (gaps: number) => {
      const days = Array.from({ length: gaps + 1 }, (_, at) => ({
        day: "2026-01-01",
        month: 17 - gaps + at,
        counted: (17 - gaps + at) * 20 + 7 + (at % 3),
      }));
      const series = judgeSeries(RTH, line, "mom", undefined, {
        events: days,
      });
      return readSeries(RTH, series, line, 18).variation;
    };
    expect([reading(5), reading(6)]).toEqual(["too_few", "usual"]);
  });

  test("are fewer than 20 admissions, or patient months, in all of them", () => {
    const over = (last: number) => [...Array<number>(12).fill(1), last];
    const events = (last: number) => [...Array<number>(12).fill(1), last];
    expect(read(events(7), { over: over(7) }).variation).toBe("too_few");
    expect(read(events(8), { over: over(8) }).variation).toBe("usual");
    const days = (months: number) => (months * 365.25) / 12 / 18;
    const hosp = { measure: HOSP };
    expect(read(usual(18), { ...hosp, over: days(19.9) }).variation).toBe(
      "too_few",
    );
    expect(read(usual(18), { ...hosp, over: days(20) }).variation).toBe(
      "usual",
    );
  });
});

describe("rare events", () => {
  const variationOf = (newest: number) => {
    const counts = [2, 2, 2, 3, 2, 2, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, newest];
    const { line, events } = eventsAmong(counts, 3000);
    const series = judgeSeries(HOSP, line, "mom", undefined, { events });
    return readSeries(HOSP, series, line, 18).variation;
  };

  test("do not drift down where the first one of a cluster ends the last long gap", () => {
    expect([variationOf(3), variationOf(4)]).toEqual(["usual", "usual"]);
  });

  test("are unusually many where chance does not make so many in a month", () => {
    expect([variationOf(5), variationOf(6)]).toEqual([
      "unusually_high",
      "unusually_high",
    ]);
  });
});
