import { describe, expect, test } from "vitest";
import {
  ABOVE,
  BELOW,
  chartStory,
  MONTHS,
  NO_RATE,
} from "~/domain/testing/chart-story";
import { briefSentence, graphSentences } from "./graph-figure";
import { monthsGiven } from "./long-graph";

function sentences(...given: Parameters<typeof chartStory>) {
  const { news, rest } = graphSentences(chartStory(...given));
  return { news: news.join(" "), rest: rest.join(" ") };
}

const NOTHING = {
  chart: { centre: null, points: MONTHS.map(() => NO_RATE) },
};

describe("the news of a graph", () => {
  test("are its violations by month, on both sides, and months in a row as a stretch", () => {
    expect(sentences({ 6: ABOVE }).news).toBe(
      "1 month above the upper limit: March 2025.",
    );
    const both = { 1: BELOW, 4: ABOVE, 5: ABOVE, 6: ABOVE, 9: ABOVE };
    expect(sentences(both).news).toBe(
      "4 months above the upper limit: January 2025 to March 2025 and June 2025. 1 month below the lower limit: October 2024.",
    );
  });

  test("are its patterns, with what they mean", () => {
    const indexes = [2, 3, 4, 5, 6, 7, 8];
    const signals = [
      { rule: "shift" as const, direction: "down" as const, indexes },
    ];
    expect(sentences({ 0: ABOVE }, { signals }).news).toBe(
      "1 month above the upper limit: September 2024. 7 months in a row below the mean (a lasting change): November 2024 to May 2025.",
    );
  });

  test("are none where nothing is unusual", () => {
    expect(sentences().news).toBe("");
    expect(sentences({}, { mode: "rolling" }).news).toBe("");
  });

  test("are that there are too few months for limits", () => {
    const points = MONTHS.map((_, index) =>
      index === 3 ? { ...NO_RATE, value: 8 } : NO_RATE,
    );
    expect(sentences({}, { chart: { centre: 8, points } })).toEqual({
      news: "Too few months for limits.",
      rest: "18 months, 17 of them without a rate, mean 8.00%. Latest, December 2024: 8.00%.",
    });
  });

  test("are that there is nothing to chart", () => {
    expect(sentences({}, NOTHING)).toEqual({
      news: "The 18 months have no rate to show.",
      rest: "",
    });
  });
});

describe("the rest of a graph", () => {
  test("tells months, mean, and the latest rate with its limits", () => {
    expect(sentences({ 6: ABOVE }).rest).toBe(
      "18 months, mean 21.40%. Latest, February 2026: 20.00%, limits 12.30% to 30.20%.",
    );
  });

  test("says of which months the latest point of a rolling graph is", () => {
    expect(sentences({}, { mode: "rolling" }).rest).toBe(
      "18 months, mean 21.40%. 12 months to February 2026: 20.00%, limits 12.30% to 30.20%.",
    );
  });

  test("counts the months without a rate, and takes the newest that has one for the latest", () => {
    expect(sentences({ 16: NO_RATE, 17: NO_RATE }).rest).toBe(
      "18 months, 2 of them without a rate, mean 21.40%. Latest, December 2025: 20.00%, limits 12.30% to 30.20%.",
    );
  });

  test("prints no limits that mean nothing", () => {
    const zero = { 17: { value: 0, lower: 0, upper: 0 } };
    expect(sentences(zero).rest).toContain("Latest, February 2026: 0.00%.");
  });

  test("warns of small numbers, month over month", () => {
    const denominators = MONTHS.map((_, index) => (index < 12 ? 19 : 20));
    const words =
      "Small numbers in 12 of 18 months: fewer than 20 admissions from hospital, so the rate jumps.";
    expect(sentences({}, { denominators }).rest).toContain(words);
    expect(sentences({}, { denominators, mode: "rolling" }).rest).not.toContain(
      "Small",
    );
    expect(sentences().rest).not.toContain("Small");
  });
});

describe("the sentence on a sheet for the wall", () => {
  test("is short", () => {
    expect(briefSentence(chartStory({ 6: ABOVE }))).toBe(
      "Latest 20.00% (February 2026), mean 21.40%, 1 month above the upper limit: March 2025.",
    );
    expect(
      briefSentence(chartStory({ 17: NO_RATE }, { mode: "rolling" })),
    ).toBe(
      "Latest 20.00% (12 months to January 2026), mean 21.40%, no point outside the limits.",
    );
    expect(briefSentence(chartStory({}, NOTHING))).toBe(
      "The 18 months have no rate to show.",
    );
  });
});

test("months of which a silent facility has not told say so", () => {
  const silent = chartStory({ 17: NO_RATE }, { isSilent: true });
  const words =
    "The newest months have no rate: the facility has sent no movements since.";
  expect(graphSentences(silent).rest.at(-1)).toBe(words);
  expect(briefSentence(silent)).toContain(words);
});

test.each([
  [1, "This data host gives 1 month."],
  [35, "This data host gives 35 months."],
])("the page says that the host gives %i of the 36 months", (months, words) => {
  expect(monthsGiven(months)).toBe(words);
});
