import { expect, test } from "vitest";
import {
  gapCaption,
  gapClause,
  gapsInARow,
  gapsSentence,
  gapsTitle,
  gapVerdict,
  gapWords,
  limitsSentence,
  methodSentence,
} from "./method-words";
import type { GapChart } from "./rare-events";

const P = { chart: "p", denominatorWords: "admissions from hospital" } as const;
const DAYS = { denominatorWords: "long-stay days" };

test("limits of chance alone need no word", () => {
  for (const method of ["p", "u", "single-values"] as const) {
    expect(methodSentence({ measure: P, method, sigmaZ: 1 })).toBeNull();
  }
  expect(limitsSentence(P, { method: "p" })).toBe(
    "The limits lie three standard deviations from the mean (p chart). Small numbers widen them.",
  );
});

test("wider limits say how many times as wide they are, and why", () => {
  expect(methodSentence({ measure: P, method: "p-prime", sigmaZ: 1.62 })).toBe(
    "Months vary beyond chance: limits are 1.6 times as wide (p′ chart).",
  );
  expect(
    methodSentence({ measure: P, method: "u-prime", sigmaZ: 2 }),
  ).toContain("2.0 times as wide (u′ chart)");
  expect(limitsSentence(P, { method: "p-prime" })).toContain("p′ chart");
});

const GAPS: GapChart = {
  gaps: [],
  centre: 900,
  lower: 3,
  upper: 4200,
  open: { length: 300, isTooLong: false },
};
const T = {
  measure: DAYS,
  method: "days-between",
  sigmaZ: 1,
  expected: 1.44,
} as const;

test("rare events say how few are expected, and what is judged in place of the months", () => {
  expect(methodSentence({ ...T, gaps: GAPS })).toBe(
    "Few events are expected (1.4 a month), so the long-stay days between them are judged (t chart).",
  );
  expect(
    methodSentence({ ...T, measure: P, method: "cases-between", gaps: GAPS }),
  ).toContain(
    "so the admissions from hospital between them are judged (g chart).",
  );
  const tooFew = { ...GAPS, centre: null, lower: null, upper: null };
  expect(methodSentence({ ...T, gaps: tooFew })).toBe(
    "Few events are expected (1.4 a month).",
  );
  const limits = limitsSentence(P, T);
  expect(limits).toContain("no limits of their own");
  expect(limits).toContain("how many admissions from hospital lie between");
});

test("gaps are told with what is usual and how long the last event is ago", () => {
  const written = (length: number) => String(length);
  expect(gapsSentence(DAYS, GAPS, written)).toBe(
    "Usual gap: 900 long-stay days, limits 3 to 4200. Since the last event: 300 long-stay days.",
  );
  const open = { length: 5000, isTooLong: true };
  const few = { ...GAPS, upper: null, open };
  expect(gapsSentence(P, few, written)).toBe(
    "Since the last event: 5000 admissions from hospital, unusually many.",
  );
  expect(gapsTitle({ eventWords: "ED visits" })).toBe("Between ED visits");
});

test("a gap and a month stand to the limits in words", () => {
  expect([
    gapVerdict(GAPS, { outside: "below" }),
    gapVerdict(GAPS, { outside: "above" }),
    gapVerdict(GAPS, { outside: null }),
    gapVerdict({ upper: null }, { outside: null }),
  ]).toEqual(["Too short", "Unusually long", "No", "No limits"]);
  expect([
    gapWords({ outside: "above" }),
    gapWords({ outside: "above", isCluster: true }),
    gapWords({ outside: "below" }),
    gapWords({ outside: null }),
  ]).toEqual([
    "Event too soon",
    "More events than chance makes",
    "No event for unusually long",
    "No",
  ]);
  expect(gapClause({ outside: "above" })).toBe(
    "with an event too soon after the one before",
  );
  expect(gapClause({ outside: "above", isCluster: true })).toBe(
    "with more events than chance makes",
  );
  expect(gapClause({ outside: "below" })).toBe(
    "without an event for unusually long",
  );
});

test("a pattern of gaps is counted in gaps", () => {
  expect(gapsInARow({ rule: "shift", direction: "up", gaps: 8 })).toBe(
    "8 gaps in a row shorter than usual (a lasting change)",
  );
  expect(gapsInARow({ rule: "trend", direction: "down", gaps: 7 })).toBe(
    "7 gaps in a row, each longer than the one before (a steady fall)",
  );
  expect(gapCaption("cases-between")).toContain("(g chart)");
  expect(gapCaption("days-between")).toContain("(t chart)");
  expect(gapCaption("days-between")).toContain("more events than chance makes");
});
