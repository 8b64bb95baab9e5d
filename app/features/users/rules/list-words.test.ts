import { expect, test } from "vitest";
import { listPage } from "~/domain/lists/list-page";
import { locationsWritten, userCountText } from "./list-words";

test("the count says which users the page shows", () => {
  const words = (total: number, wanted: number, all = total) =>
    userCountText(listPage(Array.from({ length: total }), wanted, 50), all);
  expect(words(0, 1)).toBe("");
  expect(words(1, 1)).toBe("User 1 of 1");
  expect(words(5_000, 2)).toBe("Users 51 to 100 of 5,000");
  expect(words(51, 2, 5_000)).toBe("User 51 of 51 found (5,000 in all)");
});

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
