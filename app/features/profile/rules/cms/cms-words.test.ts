import { expect, test } from "vitest";
import { averageSentences, cmsScoreText, footnoteText } from "./cms-words";

test.each([
  [521, 25.583, "25.58%"],
  [522, 0, "0.00%"],
  [551, 1.906, "1.91"],
  [552, 0, "0.00"],
  [521, null, null],
  [552, null, null],
])("%i of %j is written as %j", (code, score, text) => {
  expect(cmsScoreText(code, score)).toBe(text);
});

test.each([
  [null, null],
  [
    "7, 10",
    "CMS on 552: CMS suppressed the data (footnote 7), the data are missing or were not submitted (footnote 10).",
  ],
  ["14", "CMS on 552: footnote 14."],
  ["constructor", "CMS on 552: constructor."],
  [
    "The number of residents is too small to report.",
    "CMS on 552: The number of residents is too small to report.",
  ],
])("the footnote %j says %j", (footnote, words) => {
  expect(footnoteText(552, footnote)).toBe(words);
});

test.each([
  ["OH", 22.4, 23.9, "22.40% for OH and 23.90% for the nation."],
  [null, 22.4, null, "22.40% for the state."],
  ["OH", null, 0, "0.00% for the nation."],
])("averages of %j, %j and %j are told", (state, ofState, ofNation, words) => {
  expect(averageSentences(521, state, { ofState, ofNation })).toBe(
    `CMS, claims-based measure 521: the average is ${words} CMS counts differently: do not read it as a limit.`,
  );
});

test("without averages nothing is told of them", () => {
  const none = { ofState: null, ofNation: null };
  expect(averageSentences(551, "OH", none)).toBeNull();
});
