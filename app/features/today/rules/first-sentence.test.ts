import { expect, test } from "vitest";
import { firstSentence } from "./list";

test.each([
  ["Pale and sweating. BP 90/50.", "Pale and sweating. …"],
  [
    "  Fell at 2.30 am\nin the bathroom!  Called family.",
    "Fell at 2.30 am in the bathroom! …",
  ],
  ["Pale and sweating.", "Pale and sweating."],
  ["no end", "no end"],
  ["", ""],
])("of %j is %j", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

test("is cut between words where it is long", () => {
  const cut = firstSentence("word ".repeat(50));
  expect(cut).toMatch(/^(word ){27,28}…$/);
  expect(firstSentence("x".repeat(200))).toHaveLength(142);
});
