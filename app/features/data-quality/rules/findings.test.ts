import { expect, it } from "vitest";
import { hasMuchDoubt } from "./findings";

it.each([
  [100, 2, false],
  [100, 3, true],
  [49, 1, true],
  [50, 1, false],
  [0, 0, false],
  [0, 1, true],
])("of %i stays %i in doubt are much: %s", (stays, inDoubt, isMuch) => {
  expect(hasMuchDoubt({ stays, inDoubt })).toBe(isMuch);
});
