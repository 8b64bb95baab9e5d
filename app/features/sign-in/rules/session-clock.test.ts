import { expect, test } from "vitest";
import { remainingWords } from "./session-clock";

test.each([
  [59_999, "About a minute is left."],
  [40_001, "About a minute is left."],
  [40_000, "40 seconds are left."],
  [20_001, "40 seconds are left."],
  [20_000, "20 seconds are left."],
  [1, "20 seconds are left."],
])("with %d ms the words are '%s'", (remaining, words) => {
  expect(remainingWords(remaining)).toBe(words);
});
