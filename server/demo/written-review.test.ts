import { describe, expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { answersOf, causesIn } from "~/features/reviews/rules/answers";
import { REVIEW_CAUSES } from "~/features/reviews/rules/causes.data";
import {
  answerProblems,
  missingAnswers,
} from "~/features/reviews/rules/problems";
import {
  stateAfter,
  type ReviewState,
  REVIEW_DAYS,
} from "~/features/reviews/rules/review-rules";
import { readAnswers } from "~server/reviews/stored-review";
import { seededRandom } from "./random";
import { COMPLAINTS } from "./resident-facts.data";
import {
  CAUSES_OF_ALL,
  CAUSES_OF_DIAGNOSES,
  SAID_OF_REASONS,
} from "./review-stories.data";
import {
  writtenReview,
  type ReviewPlan,
  planByChance,
  plansOfEachState,
  answersFor,
  isAtNight,
  isAtWeekend,
  type KnownTransfer,
} from "./written-review";

const LEFT = epochDayOf("2026-06-03");
const NOW = new Date("2026-06-30T16:00:00Z");
const TODAY = epochDayOf("2026-06-30");

function written(plan: ReviewPlan, back: number | null, doneOn = "") {
  const transfer = {
    id: 7,
    patient_id: 1,
    facility_id: 101,
    transferred_on: LEFT,
    reason: "Fever",
    diagnosis: null,
    returned_on: back,
    npi: 3,
    isnp: null,
  };
  const answers = answersOf({
    change: "Pale",
    reason: "Fever",
    done_on: doneOn,
  });
  const made = writtenReview(transfer, answers, plan, {
    random: seededRandom("written"),
    now: NOW,
    today: TODAY,
    pickWriter: () => ({ userId: 5, name: "Ada Reed" }),
  });
  const { review } = made;
  const [first, ...versions] = made.versions;
  const days = versions.map(({ at }) => epochDayOf(at.slice(0, 10)) - LEFT);
  return { review, first, versions, days };
}

describe("a review of the demo", () => {
  test("is written one step a day, each of them allowed, by whoever is picked", () => {
    const plan = {
      state: "signed",
      action: "none",
      amendment: "More.",
    } as const;
    const { review, versions, days } = written(plan, null);
    expect(days).toEqual([1, 2, 3, 4]);
    const actions = versions.map(({ action }) => action);
    expect(actions).toEqual(["save", "review", "sign", "amend"]);
    const state = actions.reduce<ReviewState | null>(
      (before, action) => before && stateAfter(before, action),
      "open",
    );
    expect([state, review.state, review.version]).toEqual([
      "signed",
      "signed",
      4,
    ]);
    expect(versions.at(-1)).toMatchObject({
      amendment: "More.",
      user_id: 5,
      author: "Ada Reed",
    });
    expect(review).toMatchObject({ transfer_id: 7, npi: 3, isnp: 0 });
  });

  test("begins with what was known of the transfer, which nobody wrote", () => {
    const { first } = written({ state: "open", action: "none" }, LEFT + 6);
    expect(first).toMatchObject({ version: 0, author: "", user_id: 0 });
    expect(readAnswers(first?.changes ?? "")).toEqual({
      reason: "Fever",
      returned_on: isoDayOf(LEFT + 6),
    });
  });

  test("is not begun before the return that it tells, nor later than now", () => {
    const plan = { state: "reviewed", action: "none" } as const;
    expect(written(plan, LEFT).days).toEqual([1, 2]);
    expect(written(plan, LEFT + 6).days).toEqual([6, 7]);
    const { versions } = written(plan, TODAY);
    for (const { at } of versions) {
      expect(at <= NOW.toISOString()).toBe(true);
    }
  });

  test("says that its action is done once it is, as an amendment", () => {
    const plan = { state: "signed", action: "done" } as const;
    const doneOn = isoDayOf(LEFT + 12);
    const { review, first, versions, days } = written(plan, null, doneOn);
    expect(days).toEqual([1, 2, 3, 12]);
    expect(readAnswers(versions[0]?.changes ?? "")).toEqual({ change: "Pale" });
    expect(versions.at(-1)).toMatchObject({ action: "amend" });
    const all = [first, ...versions].map((one) =>
      readAnswers(one?.changes ?? ""),
    );
    expect(Object.assign({}, ...all)).toEqual(readAnswers(review.answers));
    // Nobody amends what is not signed yet.
    expect(written(plan, null, isoDayOf(LEFT + 1)).days).toEqual([1, 2, 3, 4]);
  });
});

const random = () => seededRandom("plans");

describe("plans of reviews", () => {
  test("of one facility have each state, both before and after they are due", () => {
    const ages = [0, 3, REVIEW_DAYS, REVIEW_DAYS + 1, 9, 12, 15, 20, 30, 40];
    const plans = plansOfEachState(
      ages.map((age) => TODAY - age),
      TODAY,
      random(),
    );
    const kinds = plans.map(
      (plan) =>
        plan &&
        `${plan.state} ${plan.action}${plan.amendment ? " amended" : ""}`,
    );
    expect(kinds).toEqual([
      null,
      "open none",
      null,
      // One day overdue.
      null,
      "open none",
      "reviewed ahead",
      "signed late",
      "signed done",
      "signed none amended",
      "reviewed none",
    ]);
  });

  test("by chance are of every state, and of the last days none is done", () => {
    const chance = random();
    const states = (age: number) =>
      new Set(
        Array.from(
          { length: 200 },
          () => planByChance(TODAY - age, TODAY, chance)?.state ?? "not begun",
        ),
      );
    expect([...states(2)].sort()).toEqual(["not begun", "open"]);
    expect([...states(3)].sort()).toEqual([
      "not begun",
      "open",
      "reviewed",
      "signed",
    ]);
  });
});

/** A Wednesday. */
const WEEKDAY = epochDayOf("2026-06-03");
const SATURDAY = epochDayOf("2026-06-06");
const KNOWN = new Set<string>(REVIEW_CAUSES.map(({ id }) => id));
/** Named by when and where a transfer was, and not by what was found. */
const OF_PATTERN = [
  "change_not_passed_on",
  "no_physician_reached",
  "few_staff",
  "tests_late",
];

const NOON: KnownTransfer = {
  transferred_on: WEEKDAY,
  minute_of_day: 12 * 60,
  reason: "Fall with injury",
  diagnosis: "Fracture of neck of femur (S72.009A)",
  returned_on: null,
};

/** Answers of 200 reviews of one transfer. */
function reviewsOf(
  more: Partial<KnownTransfer> = {},
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
          ({ change, tried }) => [change, tried],
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
