import { expect, test } from "vitest";
import { initialsOf } from "./initials";

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
