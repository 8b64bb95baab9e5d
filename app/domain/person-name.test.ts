import { expect, test } from "vitest";
import { firstLast, lastFirst } from "./person-name";

test.each([
  ["Reyes", "Ana", "Reyes, Ana", "Ana Reyes"],
  [" Reyes ", null, "Reyes", "Reyes"],
  ["", "Ana", "Ana", "Ana"],
  [null, undefined, "Unknown", "Unknown"],
])("%j and %j are written %j and %j", (last, first, listed, headed) => {
  expect(lastFirst(last, first)).toBe(listed);
  expect(firstLast(first, last)).toBe(headed);
});
