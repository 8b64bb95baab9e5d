import { expect, test } from "vitest";
import { locationsWritten } from "./list-words";

test("many locations are cut, and those that are not valid are not lost", () => {
  const five = ["A", "B", "C", "D", "E"];
  expect(locationsWritten([])).toEqual([]);
  expect(locationsWritten(five)).toEqual(five);
  expect(locationsWritten([...five, "INVALID FACILITY (ID: 77)"])).toEqual([
    "INVALID FACILITY (ID: 77)",
    "A",
    "B",
    "C",
    "and 2 more",
  ]);
});
