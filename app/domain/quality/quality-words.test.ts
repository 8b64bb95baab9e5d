import { describe, expect, test } from "vitest";
import { qualityOf, QUALITY_MEASURES } from "./quality-score";
import {
  averageSentence,
  cutPointsSentences,
  measureExplanation,
  measureRows,
  measureTitle,
  periodSentence,
  pointsText,
  smallScoreSentence,
  totalWords,
  type QualityFigures,
  type QualitySubject,
} from "./quality-words";
import { findRateMeasure } from "../figures/rate-measures";

const RTH = {
  tag: "rth",
  denominator: "ach_adm",
  multiplier: 100,
} as const;
const H_1000 = {
  tag: "h_1000",
  denominator: "ls_days",
  multiplier: 1000,
} as const;

/** 24 of 100 admissions returned (75 points), no ED visit (150), 1.62 (120) and 5 (15) per 1,000 days. */
const QUALITY: QualityFigures = qualityOf({
  rth: 24,
  ed: 0,
  h_1000: 162,
  ed_1000: 500,
  ach_adm: 100,
  ls_days: 100_000,
});

/** Nobody came from a hospital. */
const LONG_STAY_ONLY = qualityOf({
  rth: 0,
  ed: 0,
  h_1000: 162,
  ed_1000: 500,
  ach_adm: 0,
  ls_days: 100_000,
});

const NOTHING = qualityOf({
  rth: 0,
  ed: 0,
  h_1000: 0,
  ed_1000: 0,
  ach_adm: 0,
  ls_days: 0,
});

const REGION: QualitySubject = {
  level: "region",
  id: 2,
  name: "Lakes",
  facilityName: null,
};

function rows(
  measure: Parameters<typeof measureRows>[0],
  quality: QualityFigures,
): Record<string, string> {
  return Object.fromEntries(
    measureRows(measure, quality).map(({ label, value }) => [label, value]),
  );
}

describe("the table of a measure", () => {
  test("says its score, its events, and what would change the score", () => {
    expect(rows(RTH, QUALITY)).toEqual({
      "Metric value": "24.00%",
      "Points, 15 to 150": "75",
      "Qualifying events over ACH ADM": "24 / 100",
      "Points rise with": "1 fewer return",
      "Points fall with": "1 more return",
      "Perfect with": "4 fewer returns",
    });
  });

  test("writes rates per 1,000 and long-stay days for the long stays", () => {
    expect(rows(H_1000, QUALITY)).toEqual({
      "Metric value": "1.62",
      "Points, 15 to 150": "120",
      "Qualifying events over LS days": "162 / 100,000",
      "Points rise with": "12 fewer hospitalizations",
      "Points fall with": "2 more hospitalizations",
      "Perfect with": "22 fewer hospitalizations",
    });
  });

  test("says that a score has no way to go where it cannot change", () => {
    const perfect = rows({ ...RTH, tag: "ed" }, QUALITY);
    expect(perfect["Points rise with"]).toBe("Already perfect");
    expect(perfect["Perfect with"]).toBe("Already perfect");
    const lowest = rows({ ...H_1000, tag: "ed_1000" }, QUALITY);
    expect(lowest["Points fall with"]).toBe("Cannot fall further");
  });

  test("is Unknown but for its counts where there is nothing to divide by", () => {
    expect(rows(RTH, LONG_STAY_ONLY)).toEqual({
      "Metric value": "Unknown",
      "Points, 15 to 150": "Unknown",
      "Qualifying events over ACH ADM": "0 / 0",
      "Points rise with": "Unknown",
      "Points fall with": "Unknown",
      "Perfect with": "Unknown",
    });
  });

  test("has no change to tell where a host sends zeros for a score that it does not know", () => {
    const zeros = { events_up: 0, events_down: 0, events_perfect: 0 };
    const rth = { metric: null, score: null, events: null, ...zeros };
    const told = rows(RTH, { ...QUALITY, rth });
    expect(told["Points rise with"]).toBe("Unknown");
    expect(told["Qualifying events over ACH ADM"]).toBe("Unknown / 100");
  });

  test("has the title of its graph, and says in a line what it counts", () => {
    for (const { tag } of QUALITY_MEASURES) {
      expect(measureTitle(tag)).toBe(findRateMeasure(tag)?.title);
      expect(measureExplanation(tag).length).toBeLessThan(80);
    }
  });
});

describe("the total", () => {
  test("is out of 600 where all four measures are known", () => {
    expect(totalWords(QUALITY)).toEqual({ text: "360 out of 600", note: null });
  });

  test("says what it is a total of where some are unknown", () => {
    const { text, note } = totalWords(LONG_STAY_ONLY);
    expect(text).toBe("135 out of 300");
    expect(note).toContain("2 of the four measures");
  });

  test("is Unknown where nothing is known", () => {
    expect(totalWords(NOTHING)).toEqual({
      text: "Unknown",
      note: "There was nothing to count in these 12 months.",
    });
    expect(pointsText(null)).toBe("Unknown");
  });
});

describe("the footer sentence", () => {
  test("says of a group that its stays are counted together", () => {
    expect(averageSentence(QUALITY, REGION)).toBe(
      "The facilities of Lakes average 360 quality points out of 600, all their stays counted together; it is not the mean of their scores.",
    );
    expect(
      averageSentence(QUALITY, { ...REGION, level: "company", name: null }),
    ).toMatch(/^All facilities of the company average 360 quality points/);
  });

  test("names a facility, and a physician with the facility filter", () => {
    expect(
      averageSentence(QUALITY, { ...REGION, level: "facility", name: "Elm" }),
    ).toBe("Elm averages 360 quality points out of 600.");
    expect(
      averageSentence(QUALITY, {
        level: "physician",
        id: 1234567893,
        name: "Ada Grey",
        facilityName: "Elm",
      }),
    ).toBe(
      "Patients of Ada Grey at Elm average 360 quality points out of 600.",
    );
    expect(
      averageSentence(QUALITY, { ...REGION, level: "physician", id: 0 }),
    ).toMatch(/^Patients without primary care physician average 360/);
  });

  test("says from how many measures it is worked out, where some are unknown", () => {
    expect(
      averageSentence(LONG_STAY_ONLY, { ...REGION, level: "facility" }),
    ).toBe(
      "Lakes averages 270 quality points out of 600, worked out from 2 of the four measures.",
    );
    expect(averageSentence(NOTHING, REGION)).toBe(
      "Average quality points out of 600: Unknown.",
    );
  });
});

test("the period of the score is told with its dates, which may be others than the page's", () => {
  expect(
    periodSentence({ startDate: "2025-11-20", endDate: "2026-11-20" }),
  ).toBe(
    "The score covers 11/20/2025–11/20/2026, the 12 months to yesterday, whatever dates are chosen; other figures may cover other days.",
  );
});

describe("a score that stands on little", () => {
  const of = (ach_adm: number, ls_days: number) =>
    smallScoreSentence({ ...QUALITY, ach_adm, ls_days });
  const MONTHS_20 = 609;

  test("says which of its measures do, under 20 admissions or patient months", () => {
    expect(of(19, MONTHS_20)).toBe(
      "Small numbers: under 20 admissions from hospital or long-term patient months stand behind 30 Day RTH, 30 Day OP Ed Visits. Their points are mostly chance, and one event more or less moves them far.",
    );
    expect(of(20, MONTHS_20 - 1)).toContain(
      "behind Hosp/1000 Days of Care, ED/1000 Days of Care.",
    );
  });

  test("says nothing from 20 on, and of nothing", () => {
    expect(of(20, MONTHS_20)).toBeNull();
    expect(smallScoreSentence(NOTHING)).toBeNull();
  });
});

describe("the cut points", () => {
  test("have their date, their source and the average behind them", () => {
    const [source, average] = cutPointsSentences(QUALITY);
    expect(source).toBe(
      "Points since June 2026 are given by the 10th to 90th percentile of chain averages in the CMS chain performance file of June 2026. They are not the cut points of CMS for facilities, and the figures of CMS are risk-adjusted.",
    );
    expect(average).toContain("330 points out of 600");
    expect(cutPointsSentences(NOTHING)).toHaveLength(2);
  });

  test("are not told where the host scores by others", () => {
    const rth = { ...QUALITY.rth, score: 150 };
    expect(cutPointsSentences({ ...QUALITY, rth })).toEqual([
      "The points follow the cut points of the system that sent these figures.",
    ]);
  });
});
