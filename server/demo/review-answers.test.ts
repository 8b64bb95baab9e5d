import { describe, expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { causesIn } from "~/features/reviews/rules/review-answers";
import {
  answerProblems,
  missingAnswers,
} from "~/features/reviews/rules/review-problems";
import { REVIEW_CAUSES } from "~/features/reviews/rules/review-causes.data";
import { seededRandom } from "./random";
import { COMPLAINTS } from "./resident-facts.data";
import {
  answersFor,
  isAtNight,
  isAtWeekend,
  type TransferFacts,
} from "./review-answers";
import type { ReviewPlan } from "./review-plans";
import {
  CAUSES_OF_ALL,
  CAUSES_OF_DIAGNOSES,
  SAID_OF_REASONS,
} from "./review-stories.data";

/** A Wednesday. */
const WEEKDAY = epochDayOf("2026-06-03");
const SATURDAY = epochDayOf("2026-06-06");
const TODAY = epochDayOf("2026-06-30");
const KNOWN = new Set<string>(REVIEW_CAUSES.map(({ id }) => id));
/** Named by when and where a transfer was, and not by what was found. */
const OF_PATTERN = [
  "change_not_passed_on",
  "no_physician_reached",
  "few_staff",
  "tests_late",
];

const NOON: TransferFacts = {
  transferred_on: WEEKDAY,
  minute_of_day: 12 * 60,
  reason: "Fall with injury",
  diagnosis: "Fracture of neck of femur (S72.009A)",
  returned_on: null,
};

/** Answers of 200 reviews of one transfer. */
function reviewsOf(
  more: Partial<TransferFacts> = {},
  plan: ReviewPlan = { state: "signed", action: "by_chance" },
  hasLateTests = false,
) {
  const random = seededRandom("answers");
  const telling = { random, today: TODAY, owners: ["Ada Reed"], hasLateTests };
  return Array.from({ length: 200 }, () =>
    answersFor({ ...NOON, ...more }, plan, telling),
  );
}

/** Of the reviews, how many name a cause, from 0 to 1. */
function shareNaming(cause: string, ...given: Parameters<typeof reviewsOf>) {
  const all = reviewsOf(...given);
  return all.filter((one) => causesIn(one).includes(cause)).length / all.length;
}

describe("what the demo's reviews say", () => {
  test("has words for each reason, and causes for each diagnosis", () => {
    const reasons = COMPLAINTS.map(({ reason }) => reason);
    expect(Object.keys(SAID_OF_REASONS).sort()).toEqual(reasons.sort());
    const found = new Set(COMPLAINTS.flatMap(({ diagnoses }) => diagnoses));
    expect(Object.keys(CAUSES_OF_DIAGNOSES).sort()).toEqual([...found].sort());
  });

  test("fits what the hospital found, or else the reason: a fall is never an infection, nor the other way round", () => {
    for (const { reason, diagnoses } of COMPLAINTS) {
      for (const diagnosis of [...diagnoses, null]) {
        const isFall = reason === "Fall with injury";
        for (const known of [reason, diagnosis === null ? reason : null]) {
          const fitting = [
            ...(CAUSES_OF_DIAGNOSES[diagnosis ?? diagnoses[0] ?? ""] ?? []),
            ...CAUSES_OF_ALL,
            ...OF_PATTERN,
          ];
          for (const answers of reviewsOf({ reason: known, diagnosis })) {
            const causes = causesIn(answers);
            expect(fitting).toEqual(expect.arrayContaining(causes));
            expect(causes.includes("fall")).toBe(isFall);
          }
        }
        const said = reviewsOf({ reason, diagnosis }).map(
          ({ change, tried }) => ({ change, tried }),
        );
        expect(SAID_OF_REASONS[reason]).toEqual(expect.arrayContaining(said));
      }
    }
    const unknown = reviewsOf({ reason: null, diagnosis: null });
    expect(CAUSES_OF_ALL).toEqual(
      expect.arrayContaining(unknown.flatMap((one) => causesIn(one))),
    );
  });

  test.each([
    [null, false],
    [7 * 60 - 1, true],
    [7 * 60, false],
    [19 * 60 - 1, false],
    [19 * 60, true],
  ])("at minute %s of the day at night: %s", (minute_of_day, isNight) => {
    expect(isAtNight({ ...NOON, minute_of_day })).toBe(isNight);
    const share = shareNaming("change_not_passed_on", { minute_of_day });
    if (isNight) expect(share).toBeGreaterThan(0.45);
    else expect(share).toBe(0);
  });

  test.each([
    ["2026-06-05", false],
    ["2026-06-06", true],
    ["2026-06-07", true],
    ["2026-06-08", false],
  ])("on %s at a weekend: %s", (day, isWeekend) => {
    const transferred_on = epochDayOf(day);
    expect(isAtWeekend({ ...NOON, transferred_on })).toBe(isWeekend);
    const share = shareNaming("no_physician_reached", { transferred_on });
    if (isWeekend) expect(share).toBeGreaterThan(0.35);
    else expect(share).toBe(0);
  });

  test("names late tests where the laboratory is slow", () => {
    const plan = { state: "signed", action: "none" } as const;
    expect(shareNaming("tests_late", {}, plan, true)).toBeGreaterThan(0.35);
    expect(shareNaming("tests_late", {}, plan)).toBe(0);
  });

  test("could be saved and signed as it is", () => {
    const plans: ReviewPlan[] = [
      { state: "open", action: "none" },
      { state: "reviewed", action: "ahead" },
      { state: "signed", action: "late" },
      { state: "signed", action: "done" },
      { state: "signed", action: "by_chance" },
      { state: "signed", action: "none" },
    ];
    // A transfer whose review is overdue since today, and older ones.
    for (const transferred_on of [TODAY - 8, SATURDAY, WEEKDAY - 60]) {
      for (const plan of plans) {
        const days = {
          transferredOn: isoDayOf(transferred_on),
          today: isoDayOf(TODAY),
        };
        const returned_on = transferred_on + 4;
        const given = { transferred_on, returned_on, minute_of_day: 0 };
        for (const answers of reviewsOf(given, plan, true)) {
          expect(answerProblems(answers, days, KNOWN)).toEqual([]);
          if (plan.state !== "open") {
            expect(missingAnswers(answers)).toEqual([]);
          }
        }
      }
    }
  });

  test.each([
    ["late", { action: true, isDue: true, isDone: false }],
    ["ahead", { action: true, isDue: false, isDone: false }],
    ["done", { action: true, isDue: true, isDone: true }],
    ["none", { action: false, isDue: false, isDone: false }],
  ] as const)("has an action that is %s where it is planned", (action, is) => {
    for (const one of reviewsOf({}, { state: "signed", action })) {
      expect({
        action: one.action !== "",
        isDue: one.due_on !== "" && epochDayOf(one.due_on) < TODAY,
        isDone: one.done_on !== "",
      }).toEqual(is);
    }
  });
});
