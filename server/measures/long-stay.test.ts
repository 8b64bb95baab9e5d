import { describe, expect, it } from "vitest";
import { longStayStarts } from "./long-stay";

function starts(...stays: [admitted: number, discharged: number | null][]) {
  const found = longStayStarts(
    stays.map(([admitted_on, discharged_on], index) => ({
      id: index,
      admitted_on,
      discharged_on,
    })),
  );
  return stays.map((_, index) => found.get(index));
}

describe("longStayStarts", () => {
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

  it.each([30, 31])("starts anew after a gap of %i days", (gap) => {
    expect(starts([0, 60], [60 + gap, null])).toEqual([100, 160 + gap]);
  });

  it("makes a stay long-stay from its admission when the hundred days lie before it", () => {
    expect(starts([0, 100], [129, null])).toEqual([100, 129]);
    expect(starts([0, 150], [151, 160])).toEqual([100, 151]);
  });

  it("counts no day for a stay that ends on its admission day, but lets it end a gap", () => {
    // Gaps of 20 and 25 days; without the stay of day 30 it would be one of 45.
    expect(starts([0, 10], [30, 30], [55, null])).toEqual([100, 120, 145]);
  });

  it("takes a stay that begins on the discharge day of another as following without a gap", () => {
    expect(starts([0, 40], [40, null])).toEqual([100, 100]);
  });

  it("counts the days that overlapping stays share once", () => {
    expect(starts([0, null], [50, 70], [200, null])).toEqual([100, 100, 200]);
    expect(starts([0, 60], [50, 80], [90, null])).toEqual([100, 100, 110]);
  });
});
