import { expect, test } from "vitest";
import { findFall, MOVEMENT_DAYS } from "./check-plausible";

/** A facility with so many movements every day, of which the last days have others. */
function daily(usual: number, lastDays: number, last: number): number[] {
  return Array.from({ length: MOVEMENT_DAYS }, (_, day) =>
    day < MOVEMENT_DAYS - lastDays ? usual : last,
  );
}

test("a facility that goes on as usual has no fall", () => {
  expect(findFall(daily(3, 0, 0))).toBeNull();
  expect(findFall(daily(0, 0, 0))).toBeNull();
});

test("a facility that falls silent is reported within a week", () => {
  expect(findFall(daily(2, 7, 0))).toEqual({
    days: 7,
    movements: 0,
    usual: 14,
  });
});

test("the half is no fall, one less is", () => {
  expect(findFall(daily(20, 7, 10))).toBeNull();
  const less = daily(20, 7, 10);
  less[MOVEMENT_DAYS - 1] = 9;
  expect(findFall(less)).toEqual({ days: 7, movements: 69, usual: 140 });
});

test("a fall that a week is too short for shows in two or in four", () => {
  const one = daily(1, 14, 0);
  expect(findFall(one)).toEqual({ days: 14, movements: 0, usual: 14 });
  const half = daily(0.5, 28, 0);
  expect(findFall(half)).toEqual({ days: 28, movements: 0, usual: 14 });
});

test("a small home stays quiet, whatever it does", () => {
  expect(findFall(daily(0.4, 28, 0))).toBeNull();
  expect(findFall(daily(0.1, 28, 0))).toBeNull();
});

test("a facility with more movements than usual has no fall", () => {
  expect(findFall(daily(2, 7, 9))).toBeNull();
});
