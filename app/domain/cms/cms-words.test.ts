import { expect, test } from "vitest";
import { CMS_MEASURE_CODES } from "./cms-measures";
import { cmsMeasureWords, cmsScoreText, footnoteText } from "./cms-words";

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
  ["9", "CMS: too few residents or stays to report (footnote 9)."],
  [
    "7, 10",
    "CMS: CMS suppressed the data (footnote 7), the data are missing or were not submitted (footnote 10).",
  ],
  ["14", "CMS: footnote 14."],
  ["constructor", "CMS: constructor."],
  [
    "The number of residents is too small to report.",
    "CMS: The number of residents is too small to report.",
  ],
])("the footnote %j says %j", (footnote, words) => {
  expect(footnoteText(footnote)).toBe(words);
});

test("each measure has words, another one has none", () => {
  for (const code of CMS_MEASURE_CODES) {
    expect(cmsMeasureWords(code)?.name).toContain(String(code));
  }
  expect(cmsMeasureWords(523)).toBeNull();
});
