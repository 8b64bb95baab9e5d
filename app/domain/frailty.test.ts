import { expect, test } from "vitest";
import {
  bandForScore,
  parseFrailtyFilter,
  passesFrailtyFilter,
  unscoredPatients,
} from "./frailty";

test.each([
  [null, null],
  [-1, null],
  [NaN, null],
  [0, "low"],
  [2, "low"],
  [2.9, "low"],
  [3, "medium"],
  [5, "medium"],
  [6, "high"],
  [40, "high"],
])("a score of %s is in the band %s", (score, band) => {
  expect(bandForScore(score)).toBe(band);
});

test("the filter keeps every patient unless it names a band", () => {
  expect(
    [null, "all", "medium", "med", "toString"].map(parseFrailtyFilter),
  ).toEqual(["all", "all", "medium", "all", "all"]);
});

test("patients without a score stay only in the whole list", () => {
  expect(passesFrailtyFilter(null, "all")).toBe(true);
  expect(passesFrailtyFilter(-1, "low")).toBe(false);
  expect(passesFrailtyFilter(6, "high")).toBe(true);
  expect(passesFrailtyFilter(6, "low")).toBe(false);
});

test("patients in no band are counted, where the counts say how many", () => {
  const bands = { high: 2, medium: 3, low: 4 };
  expect(unscoredPatients(12, bands)).toBe(3);
  expect(unscoredPatients(9, bands)).toBeNull();
  expect(unscoredPatients(8, bands)).toBeNull();
  expect(unscoredPatients(null, bands)).toBeNull();
  expect(unscoredPatients(12, { ...bands, low: null })).toBeNull();
});
