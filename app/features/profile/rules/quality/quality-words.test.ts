import type { Quality } from "~/contract/qmcalculator";
import { describe, expect, test } from "vitest";
import { LONG_STAY_ONLY, NOTHING, QUALITY } from "../../testing/quality";
import { MEASURE_MAX, qualityPeriod } from "./quality-score";
import {
  measureRows,
  nextStepSentence,
  periodSentence,
  pointsText,
  scopeWords,
  totalWords,
} from "./quality-words";

const RTH = {
  tag: "rth",
  denominator: "settled_adm",
  multiplier: 100,
} as const;

function rows(
  measure: Parameters<typeof measureRows>[0],
  quality: Quality,
): Record<string, string> {
  return Object.fromEntries(
    measureRows(measure, quality).map(({ label, value }) => [label, value]),
  );
}

describe("the table of a measure", () => {
  test("is Unknown but for its counts where there is nothing to divide by", () => {
    expect(rows(RTH, LONG_STAY_ONLY)).toEqual({
      "Metric value": "Unknown",
      "Points, 15 to 150": "Unknown",
      "Qualifying events over ACH ADM whose 30 days are over": "0 / 0",
      "To gain points": "Unknown",
      "To lose points": "Unknown",
      "For full points": "Unknown",
    });
  });

  test("has all admissions where a host does not know which are settled", () => {
    const { settled_adm: _, ...quality } = QUALITY;
    expect(rows(RTH, quality)).toMatchObject({
      "Qualifying events over ACH ADM": "24 / 120",
    });
  });

  test("has no change to tell where a host sends zeros for a score that it does not know", () => {
    const zeros = { events_up: 0, events_down: 0, events_perfect: 0 };
    const rth = { metric: null, score: null, events: null, ...zeros };
    const told = rows(RTH, { ...QUALITY, rth });
    expect(told["To gain points"]).toBe("Unknown");
    expect(told["Qualifying events over ACH ADM whose 30 days are over"]).toBe(
      "Unknown / 100",
    );
  });
});

describe("the total", () => {
  test("says what it is a total of where some are unknown", () => {
    const { text, note } = totalWords(LONG_STAY_ONLY);
    expect(text).toBe("135 out of 300");
    expect(note).toContain("2 of the four measures");
  });

  test("is Unknown where nothing is known", () => {
    expect(totalWords(NOTHING)).toEqual({
      text: "Unknown",
      note: "These days have nothing to count.",
    });
    expect(pointsText(null)).toBe("Unknown");
  });
});

describe("what it takes", () => {
  const withSteps = (steps: Record<"rth" | "h_1000", number | null>) => ({
    ...QUALITY,
    rth: { ...QUALITY.rth, events_up: steps.rth },
    h_1000: { ...QUALITY.h_1000, events_up: steps.h_1000 },
    ed_1000: { ...QUALITY.ed_1000, events_up: null },
  });

  test("is the fewest events less, of the first measure that needs no more", () => {
    expect(nextStepSentence(withSteps({ rth: 1, h_1000: 2 }))).toBe(
      "1 fewer return raises the score (30 Day RTH).",
    );
    expect(nextStepSentence(withSteps({ rth: 3, h_1000: 2 }))).toBe(
      "2 fewer hospitalizations raise the score (Hosp/1000 Days of Care).",
    );
    expect(nextStepSentence(withSteps({ rth: 2, h_1000: 2 }))).toBe(
      "2 fewer returns raise the score (30 Day RTH).",
    );
  });

  test("is nothing where every measure is perfect", () => {
    const perfect = { ...QUALITY.ed, score: MEASURE_MAX, events_up: 0 };
    const all = { rth: perfect, ed: perfect, h_1000: perfect };
    expect(nextStepSentence({ ...QUALITY, ...all, ed_1000: perfect })).toBe(
      "The score is perfect.",
    );
    const unknown = { ...perfect, score: null };
    expect(
      nextStepSentence({ ...QUALITY, ...all, ed_1000: unknown }),
    ).toBeNull();
  });

  test("is not told where nothing is known, whatever a host sends", () => {
    expect(nextStepSentence(NOTHING)).toBeNull();
    expect(
      nextStepSentence({
        ...NOTHING,
        rth: { ...NOTHING.rth, events_up: 2 },
      }),
    ).toBeNull();
  });
});

describe("the days of the score", () => {
  const period = qualityPeriod("2026-11-23", null);

  test("are told with those of the overview card", () => {
    expect(
      periodSentence(period, {
        startDate: "2026-01-01",
        endDate: "2026-11-23",
      }),
    ).toBe(
      "The score covers 11/23/2025–11/23/2026, whatever dates you choose. The overview covers 01/01/2026–11/23/2026.",
    );
  });

  test("may be those of the card", () => {
    expect(periodSentence(period, period)).toMatch(
      / The overview covers the same days\.$/,
    );
  });

  test("stand beside the card's total, with the patients where the page shows others", () => {
    const days = "11/23/2025–11/23/2026";
    expect(scopeWords(period, false, false)).toBe(days);
    expect(scopeWords(period, true, false)).toBe(`${days}, all patients`);
    expect(scopeWords(period, true, true)).toBe(days);
  });
});
