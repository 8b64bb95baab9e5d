import { expect, it } from "vitest";
import {
  doubtShareText,
  marksOf,
  marksOfPlace,
  perDayText,
} from "./census-marks";

it("a larger place without a marked facility has no mark", () => {
  expect(marksOfPlace(0, 14)).toEqual([]);
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

it.each([
  [100, 2, false],
  [100, 3, true],
  [49, 1, true],
  [50, 1, false],
  [0, 0, false],
  [0, 1, true],
])("of %i stays %i in doubt are much: %s", (stays, inDoubt, isMuch) => {
  const doubt = { stays, stays_in_doubt: inDoubt };
  const fed = { is_silent: false, last_movement_on: null };
  const marks = marksOf({ ...doubt, ...fed, usual_movements: null });
  expect(marks).toHaveLength(isMuch ? 1 : 0);
});
