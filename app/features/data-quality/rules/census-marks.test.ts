import { describe, expect, it } from "vitest";
import {
  doubtShareText,
  marksOf,
  marksOfPlace,
  perDayText,
  type Trust,
} from "./census-marks";

const TRUSTED: Trust = {
  is_silent: false,
  last_movement_on: "2026-06-09",
  usual_movements: 5.96,
  stays: 100,
  stays_in_doubt: 2,
};

describe("a facility", () => {
  it("has no mark where it speaks, and no more than 2 % of its stays are in doubt", () => {
    expect(marksOf(TRUSTED)).toEqual([]);
  });

  it("is marked as silent, by the day of its last movement and what is usual", () => {
    expect(marksOf({ ...TRUSTED, is_silent: true })).toEqual([
      {
        word: "Silent",
        text: "since Tuesday, 06/09/2026, usually 6 movements a day",
      },
    ]);
  });

  it("is marked for its stays in doubt, after its silence", () => {
    const both = { ...TRUSTED, is_silent: true, stays_in_doubt: 3 };
    expect(marksOf(both).map(({ word }) => word)).toEqual([
      "Silent",
      "In doubt",
    ]);
    expect(marksOf({ ...TRUSTED, stays_in_doubt: 3 })[0]?.text).toBe(
      "3% of the stays of a year",
    );
  });
});

it("a larger place is marked by how many of its facilities are", () => {
  expect(marksOfPlace(0, 14)).toEqual([]);
  expect(marksOfPlace(2, 14)).toEqual([
    { word: "In doubt", text: "the census of 2 of 14 facilities" },
  ]);
});

it.each([
  [6, "6"],
  [5.44, "5.4"],
  [0.04, "fewer than 0.1"],
  [0, "0"],
])("%d movements a day are written %s", (movements, text) => {
  expect(perDayText(movements)).toBe(text);
});

it.each([
  [200, 0, "0%"],
  [200, 5, "2.5%"],
  [0, 3, "100%"],
  [2, 3, "100%"],
  [9_000, 1, "fewer than 0.1%"],
])("of %d stays %d in doubt are %s", (stays, inDoubt, text) => {
  expect(doubtShareText(stays, inDoubt)).toBe(text);
});
