import { describe, expect, it } from "vitest";
import { coveredDays } from "./long-stay";

type Days = [
  admitted: number,
  discharged: number | null,
  /** When the resident came. */
  minute?: number,
];

function covered(...stays: Days[]) {
  const found = coveredDays(
    stays.map(([admitted_on, discharged_on, admitted_minute = null], id) => ({
      id,
      admitted_on,
      admitted_minute,
      discharged_on,
    })),
  );
  return stays.map((_, id) => found.get(id));
}

const starts = (...stays: Days[]) =>
  covered(...stays).map((one) => one?.long_stay_from);

const ends = (...stays: Days[]) =>
  covered(...stays).map((one) => one?.days_end);

describe("the days that a stay covers", () => {
  it("end with its discharge, and not while it is open", () => {
    expect(ends([0, 10], [12, null])).toEqual([10, null]);
  });

  it("are one where it begins and ends on the same day", () => {
    expect(ends([5, 5])).toEqual([6]);
    expect(ends([0, 5], [5, 5])).toEqual([5, 6]);
  });

  it("are none where another stay holds that day", () => {
    expect(ends([5, 5], [5, 9])).toEqual([5, 9]);
    expect(ends([0, null], [5, 5])).toEqual([null, 5]);
    expect(ends([0, 6], [5, 5])).toEqual([6, 5]);
  });

  it("are one of the first of several such, by time where it is known", () => {
    expect(ends([5, 5], [5, 5], [5, 5])).toEqual([6, 5, 5]);
    expect(ends([5, 5, 900], [5, 5, 600])).toEqual([5, 6]);
    expect(ends([5, 5, 900], [5, 5])).toEqual([5, 6]);
  });
});

describe("the day from which a stay is long-stay", () => {
  it("starts on the 101st day of an unbroken stay", () => {
    // Days 0 to 99 are the first hundred, day 100 is the 101st.
    expect(starts([0, null])).toEqual([100]);
    expect(starts([0, 300])).toEqual([100]);
  });

  it("names the day also where the stay ends before it", () => {
    expect(starts([0, 10])).toEqual([100]);
    expect(starts([0, 100])).toEqual([100]);
  });

  it("counts on over a gap of 29 days", () => {
    // 60 days, home on day 60, back on day 89: 40 more days make 100, the 101st is 89 + 40.
    expect(starts([0, 60], [89, null])).toEqual([100, 129]);
  });

  it.each([30, 31])("starts again after a gap of %i days", (gap) => {
    expect(starts([0, 60], [60 + gap, null])).toEqual([100, 160 + gap]);
  });

  it("makes a stay long-stay from its admission when the hundred days lie before it", () => {
    expect(starts([0, 100], [129, null])).toEqual([100, 129]);
    expect(starts([0, 150], [151, 160])).toEqual([100, 151]);
  });

  it("counts a stay of one day, which ends a gap and begins the next with that day", () => {
    // Gaps of 20 and 25 days; without the stay of day 30 it would be one of 45.
    expect(starts([0, 10], [30, 30], [55, null])).toEqual([100, 120, 144]);
    expect(starts([0, 0], [29, null], [30, null])).toEqual([100, 128, 128]);
    expect(starts([0, 0], [30, null])).toEqual([100, 130]);
  });

  it("counts no day twice that another stay holds", () => {
    expect(starts([0, 10], [10, 10], [10, null])).toEqual([100, 100, 100]);
    expect(starts([0, 10], [10, 10], [10, 10], [11, null])).toEqual([
      100, 100, 100, 100,
    ]);
  });

  it("takes a stay that begins on the discharge day of another as following without a gap", () => {
    expect(starts([0, 40], [40, null])).toEqual([100, 100]);
  });

  it("counts the days that overlapping stays share once", () => {
    expect(starts([0, null], [50, 70], [200, null])).toEqual([100, 100, 200]);
    expect(starts([0, 60], [50, 80], [90, null])).toEqual([100, 100, 110]);
  });
});
