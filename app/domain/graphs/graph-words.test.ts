import { describe, expect, test } from "vitest";
import {
  ABOVE,
  chartStory,
  INSIDE,
  measureOf,
  MONTHS,
  NO_RATE,
} from "../testing/chart-story";
import {
  chartCaption,
  formatDenominator,
  formatRate,
  graphNotes,
  monthNames,
  monthRanges,
  outsideWords,
  pointWords,
  signalSentence,
} from "./graph-words";
import type { GraphMode } from "./graph-modes";
import type { RateMeasure } from "../figures/rate-measures";

const RTH = measureOf("rth");

test("months are written out, and a word that is none stays", () => {
  expect(
    monthNames(["Sep", "May", "Ramadan", "J"], [2025, 2026, 2026, 2026]),
  ).toEqual(["September 2025", "May 2026", "Ramadan 2026", "J 2026"]);
});

test("rates have two decimals, in the unit of their measure", () => {
  expect(formatRate(RTH, 21.428571)).toBe("21.43%");
  expect(formatRate(measureOf("h_1000"), 1.6)).toBe("1.60");
  expect(formatRate(RTH, null)).toBe("Unknown");
});

test("days and admissions are whole, months of days are not", () => {
  expect(formatDenominator(RTH, 56)).toBe("56");
  expect(formatDenominator(measureOf("adm_1000"), 1234.567)).toBe("1,234.57");
});

test("each pattern has its words", () => {
  expect(
    signalSentence(
      { rule: "trend", direction: "up", indexes: [0, 1, 2, 3, 4, 5, 6] },
      MONTHS,
    ),
  ).toBe(
    "7 months in a row, each higher than the one before (a steady rise): September 2024 to March 2025",
  );
  expect(
    signalSentence(
      { rule: "near-limit", direction: "up", indexes: [5, 7] },
      MONTHS,
    ),
  ).toBe(
    "2 months close to the upper limit (a first hint of change): February 2025 and April 2025",
  );
});

test("months that are not in a row are listed", () => {
  expect(monthRanges([0, 2, 4, 5, 6], MONTHS)).toBe(
    "September 2024, November 2024 and January 2025 to March 2025",
  );
  expect(monthRanges([], MONTHS)).toBe("");
});

test("the table says in words how a month stands to its limits", () => {
  expect(outsideWords(INSIDE)).toBe("No");
  expect(outsideWords({ ...INSIDE, ...ABOVE })).toBe("Above upper limit");
  expect(outsideWords({ ...INSIDE, outside: "below" })).toBe(
    "Below lower limit: unusually low",
  );
  expect(outsideWords(NO_RATE)).toBe("No rate");
  expect(outsideWords({ ...NO_RATE, value: 8 })).toBe("No limits");
});

describe("a month in words", () => {
  const counted = { events: 12, denominator: 1050 };

  test("has its rate, its limits and what was counted", () => {
    expect(pointWords(chartStory({ 6: ABOVE }), counted, 6)).toEqual({
      month: "March 2025",
      details: [
        "33.33%, above upper limit",
        "Limits 12.30% to 30.20%",
        "12 returns to hospital, 1,050 admissions from hospital",
      ],
    });
  });

  test("leaves out what is not known", () => {
    const unknown = { events: null, denominator: null };
    expect(pointWords(chartStory({ 0: NO_RATE }), unknown, 0).details).toEqual([
      "No rate",
    ]);
    expect(
      pointWords(chartStory({ 0: { ...NO_RATE, value: 8 } }), unknown, 0)
        .details,
    ).toEqual(["8.00%"]);
  });

  test("has no limits that mean nothing", () => {
    const zero = chartStory({ 0: { value: 0, lower: 0, upper: 0.001 } });
    expect(pointWords(zero, counted, 0).details).toEqual([
      "0.00%",
      "12 returns to hospital, 1,050 admissions from hospital",
    ]);
  });

  test("names the pattern that it belongs to", () => {
    const signals = [
      {
        rule: "near-limit" as const,
        direction: "up" as const,
        indexes: [3, 5],
      },
    ];
    expect(
      pointWords(chartStory({}, { signals }), counted, 5).details.at(-1),
    ).toBe("Near limit");
  });
});

function caption(
  measure: RateMeasure,
  mode: GraphMode,
  denominator: number | null = 50,
): string {
  const denominators = MONTHS.map(() => denominator);
  return chartCaption({ measure, mode, denominators }).join(" ");
}

describe("the notes under the graphs of a page", () => {
  const PLAIN = {
    months: 18,
    range: { startDate: "2025-02-18", endDate: "2026-02-18" },
    isDefaultRange: true,
    isRolling: false,
    isCut: false,
  };

  test("say which days rolling points, overview and score cover", () => {
    const [judge, windows] = graphNotes({ ...PLAIN, isRolling: true });
    expect(judge).toMatch(/^Each rolling point covers 12 months/);
    expect(windows).toBe(
      "The latest point covers 03/01/2025–02/18/2026. Overview and score cover 02/18/2025–02/18/2026.",
    );
    const narrow = { startDate: "2026-01-20", endDate: "2026-02-18" };
    const shown = { isRolling: true, isDefaultRange: false, range: narrow };
    expect(graphNotes({ ...PLAIN, ...shown })[1]).toBe(
      "The latest point covers 03/01/2025–02/18/2026. The overview covers 01/20/2026–02/18/2026.",
    );
  });

  test("name no days of the overview where the data end before these", () => {
    const range = { startDate: "2026-01-20", endDate: "2026-01-10" };
    const shown = { isRolling: true, isDefaultRange: false, range };
    expect(graphNotes({ ...PLAIN, ...shown })[1]).toBe(
      "The latest point covers 02/01/2025–01/10/2026.",
    );
  });

  test("are none where there is nothing to explain", () => {
    expect(graphNotes(PLAIN)).toEqual([]);
  });

  test.each([
    [{ isCut: true }, /^The newest month is not complete\.$/],
    [
      { isDefaultRange: false },
      /^The graphs show the 18 months up to To Date\. From Date does not change them\.$/,
    ],
  ])("say once what is true of any of them: %o", (shown, words) => {
    const notes = graphNotes({ ...PLAIN, ...shown });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(words);
  });
});

test("the caption of a rolling graph sends its reader to month over month, and explains no pattern", () => {
  const rolling = caption(RTH, "rolling");
  expect(rolling).toContain(
    "Each rolling point covers 12 months. For single months choose Month over month.",
  );
  expect(rolling).not.toContain("shift");
  expect(caption(RTH, "mom")).toContain("Making Data Count");
});

test.each([
  [25, false],
  [26, true],
  [36, true],
])(
  "the caption of %i months says that a shift needs eight: %s",
  (months, isSaid) => {
    const denominators = Array.from({ length: months }, () => 50);
    const story = { measure: RTH, mode: "mom" as const, denominators };
    const eight = "Among more than 25 judged months a shift needs eight here";
    expect(chartCaption(story).join(" ").includes(eight)).toBe(isSaid);
  },
);

test("the caption of a 30-day rate tells which admissions it counts", () => {
  const settled = "The graph counts only admissions whose 30 days are over.";
  expect(caption(RTH, "mom")).toContain(settled);
  expect(caption(measureOf("h_1000"), "mom")).not.toContain(settled);
});

test.each(["rth", "h_1000"] as const)(
  "the caption of %s as single values tells of no counts that are not known",
  (tag) => {
    const single = caption(measureOf(tag), "mom", null);
    expect(single).toContain(
      "The mean is the average of the rates shown. The limits come from the steps between neighbouring points (XmR chart)",
    );
    expect(single).not.toMatch(
      /\([pu] chart\)|Small numbers widen|mean is all/,
    );
    expect(single).toContain("A diamond marks a rate outside its limits");
    const counted = caption(measureOf(tag), "mom");
    expect(counted).toMatch(/\([pu] chart\)\. Small numbers widen them\./);
    expect(counted).not.toContain("XmR");
  },
);
