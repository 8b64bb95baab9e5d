import { expect, test } from "vitest";
import { firstLast, lastFirst, initialsOf } from "./person-name";

test.each([
  ["Reyes", "Ana", "Reyes, Ana", "Ana Reyes"],
  [" Reyes ", null, "Reyes", "Reyes"],
  ["", "Ana", "Ana", "Ana"],
  [null, undefined, "Unknown", "Unknown"],
])("%j and %j are written %j and %j", (last, first, listed, headed) => {
  expect(lastFirst(last, first)).toBe(listed);
  expect(firstLast(first, last)).toBe(headed);
});

test.each([
  ["Ana Reyes", "AR"],
  ["ana maria reyes", "AR"],
  ["Reyes, Ana", "AR"],
  ["Ana", "A"],
  ["élan ökström", "ÉÖ"],
  ["(Dr.) 'Ana' O'Neil", "DO"],
  ["𝒜lice Berg", "𝒜B"],
  ["  ", "?"],
  ["—", "?"],
])("%j has the initials %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
