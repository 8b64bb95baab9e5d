import { describe, expect, test } from "vitest";
import { DAYS_PER_MONTH, findRateMeasure } from "./rate-measures";
import {
  isSmallDenominator,
  smallMonthsSentence,
  smallNumberSentence,
} from "./small-numbers";

function measure(tag: string) {
  const found = findRateMeasure(tag);
  if (!found) throw new Error(`There is no rate ${tag}.`);
  return found;
}

describe("a small denominator", () => {
  test.each([
    ["rth", 19, true],
    ["rth", 20, false],
    ["rth", 0, false],
    ["rth", null, false],
    ["h_1000", 608, true],
    ["h_1000", 609, false],
    ["adm_1000", 19.9, true],
    ["adm_1000", 20, false],
  ])("of %s at %s: %s", (tag, denominator, isSmall) => {
    expect(isSmallDenominator(measure(tag), denominator)).toBe(isSmall);
  });

  test("is the same for all long-stay rates, whether they count days or months", () => {
    for (const days of [608, 609]) {
      expect(isSmallDenominator(measure("ed_1000"), days)).toBe(
        isSmallDenominator(measure("adm_1000"), days / DAYS_PER_MONTH),
      );
    }
  });

  test("is told with what the rate stands on, days as patient months", () => {
    expect(smallNumberSentence(measure("rth"), 12)).toBe(
      "Small number: this rate comes from 12 admissions from hospital. Treat with caution: with fewer than 20, one more or one less moves it far.",
    );
    expect(smallNumberSentence(measure("h_1000"), 100)).toContain(
      "comes from 3.3 long-term patient months.",
    );
    // 608 days are 19.98 months.
    expect(smallNumberSentence(measure("h_1000"), 608)).toContain(
      "comes from 19.9 long-term patient months. Treat with caution: with fewer than 20,",
    );
    expect(smallNumberSentence(measure("h_1000"), 609)).toBeNull();
    expect(smallNumberSentence(measure("rth"), 1)).toContain(
      "comes from 1 admission from hospital.",
    );
    expect(smallNumberSentence(measure("rth"), 20)).toBeNull();
    expect(smallNumberSentence(measure("rth"), null)).toBeNull();
  });
});

test("the small months of a graph are counted, and none is no sentence", () => {
  expect(smallMonthsSentence(measure("ed"), [19, 20, 0, null])).toBe(
    "Small numbers in 1 of 4 months: fewer than 20 admissions from hospital, so the rate jumps.",
  );
  expect(smallMonthsSentence(measure("adm_1000"), [19.9, 5])).toBe(
    "Small numbers in 2 of 2 months: fewer than 20 long-term patient months, so the rate jumps.",
  );
  expect(smallMonthsSentence(measure("rth"), [20, 0, null])).toBeNull();
});
