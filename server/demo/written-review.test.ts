import { describe, expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { answersOf, causesIn } from "~/features/reviews/rules/answers";
import { REVIEW_CAUSES } from "~/features/reviews/rules/causes.data";
import {
  answerProblems,
  missingAnswers,
} from "~/features/reviews/rules/problems";
import {
  REVIEW_DAYS,
  stateAfter,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import { readAnswers } from "~server/reviews/stored-review";
import type { Trip } from "./generate";
import { seededRandom } from "./random";
import { CAUSES_OF_ALL, COMPLAINTS } from "./stories.data";
import {
  answersFor,
  planByChance,
  plansOfEachState,
  writtenReview,
  type ReviewPlan,
} from "./written-review";

/** A Wednesday. */
const LEFT = epochDayOf("2026-06-03");
const SATURDAY = epochDayOf("2026-06-06");
const NOW = new Date("2026-06-30T16:00:00Z");
const TODAY = epochDayOf("2026-06-30");
const NOON = 12 * 60;

function tripOf(more: Partial<Trip> = {}): Trip {
  const person = { id: 7, patient_id: 1, facility_id: 101, stay_id: 1 };
  const row = { outcome: "inpatient", planned: 0, assumed: 0 } as const;
  const derived = { trip_id: 7, trip_planned: 0, long_stay: 0 } as const;
  const { id: transfer_id, patient_id, facility_id } = person;
  const key = {
    transfer_id,
    patient_id,
    facility_id,
    npi: 3,
    isnp: 0,
  } as const;
  return {
    ...{ ...person, ...row, ...derived, transferred_on: LEFT },
    ...{ minute_of_day: NOON, hospital: null, unit: null, returned_on: null },
    reason: "Fall with injury",
    diagnosis: "Fracture of neck of femur (S72.009A)",
    key: { ...key, transferred_on: LEFT },
    ...more,
  };
}

const writing = (seed: string, hasSlowLaboratory = false) => ({
  ...{ random: seededRandom(seed), now: NOW, today: TODAY, hasSlowLaboratory },
  owners: ["Ada Reed"],
  pickWriter: () => ({ user_id: 5, author: "Ada Reed" }),
});

function written(plan: ReviewPlan, returned_on: number | null, done_on = "") {
  const transfer = tripOf({ reason: "Fever", diagnosis: null, returned_on });
  const answers = answersOf({ change: "Pale", reason: "Fever", done_on });
  const made = writtenReview(transfer, answers, plan, writing("written"));
  const [first, ...versions] = made.versions;
  const days = versions.map(({ at }) => epochDayOf(at.slice(0, 10)) - LEFT);
  return { review: made.review, first, versions, days };
}

describe("a review of the demo", () => {
  test("is written one step a day after the return, each of them allowed, and none later than now", () => {
    const plan = { state: "signed", action: "none", amendment: "Ok." } as const;
    const { review, versions, days } = written(plan, null);
    expect(days).toEqual([1, 2, 3, 4]);
    const state = versions.reduce<ReviewState | null>(
      (before, { action }) => before && stateAfter(before, action),
      "open",
    );
    expect([state, review.state, review.version]).toEqual([
      ...["signed", "signed", 4],
    ]);
    expect(written(plan, LEFT + 6).days).toEqual([6, 7, 8, 9]);
    for (const { at } of written(plan, TODAY).versions) {
      expect(at <= NOW.toISOString()).toBe(true);
    }
  });

  test("begins with what was known of the transfer, and says in an amendment that its action is done", () => {
    const plan = { state: "signed", action: "done" } as const;
    const doneOn = isoDayOf(LEFT + 12);
    const { review, first, versions, days } = written(plan, null, doneOn);
    expect(first).toMatchObject({ version: 0, author: "", user_id: 0 });
    expect(readAnswers(first?.changes ?? "")).toEqual({ reason: "Fever" });
    expect(days).toEqual([1, 2, 3, 12]);
    expect(versions.at(-1)).toMatchObject({ action: "amend" });
    const all = [first, ...versions].map((one) =>
      readAnswers(one?.changes ?? ""),
    );
    expect(Object.assign({}, ...all)).toEqual(readAnswers(review.answers));
    // Nobody amends what is not signed yet.
    expect(written(plan, null, isoDayOf(LEFT + 1)).days).toEqual([1, 2, 3, 4]);
  });

  test("is planned in each state for one facility, and by chance in every state but for the last days", () => {
    const ages = [0, 3, REVIEW_DAYS, REVIEW_DAYS + 1, 9, 12, 15, 20, 30];
    const plans = plansOfEachState(ages, seededRandom("plans"));
    const kinds = plans.map((plan) => plan && `${plan.state} ${plan.action}`);
    expect(kinds).toEqual([
      ...[null, "open none", null],
      // One day overdue.
      ...[null, "open none", "reviewed ahead", "signed late", "signed done"],
      "signed none",
    ]);
    const chance = seededRandom("plans");
    const states = (age: number) => {
      const all = Array.from({ length: 200 }, () => planByChance(age, chance));
      return [...new Set(all.map((plan) => plan?.state ?? "none"))].sort();
    };
    expect(states(2)).toEqual(["none", "open"]);
    expect(states(3)).toEqual(["none", "open", "reviewed", "signed"]);
  });
});

const BY_CHANCE = { state: "signed", action: "by_chance" } as const;
/** Named by when and where a transfer was, and not by what was found. */
const OF_PATTERN = [
  ...["change_not_passed_on", "no_physician_reached"],
  ...["few_staff", "tests_late"],
];

/** Answers of 200 reviews of one transfer. */
function reviewsOf(
  more: Partial<Trip> = {},
  plan: ReviewPlan = BY_CHANCE,
  hasSlowLaboratory = false,
) {
  const with200 = writing("answers", hasSlowLaboratory);
  return Array.from({ length: 200 }, () =>
    answersFor(tripOf(more), plan, with200),
  );
}

describe("what the demo's reviews say", () => {
  test("fits what the hospital found, or else the reason", () => {
    for (const { reason, found, said } of COMPLAINTS) {
      for (const { diagnosis, causes } of found) {
        for (const more of [{ diagnosis }, { reason: null, diagnosis }]) {
          for (const answers of reviewsOf({ reason, ...more })) {
            expect([...causes, ...CAUSES_OF_ALL, ...OF_PATTERN]).toEqual(
              expect.arrayContaining(causesIn(answers)),
            );
          }
        }
        for (const { change, tried } of reviewsOf({ reason, diagnosis })) {
          expect(said).toContainEqual([change, tried]);
        }
      }
    }
  });

  test.each([
    ["change_not_passed_on", "at night", { minute_of_day: 7 * 60 - 1 }, true],
    ["change_not_passed_on", "by day", { minute_of_day: 7 * 60 }, false],
    ["change_not_passed_on", "by day", { minute_of_day: 19 * 60 - 1 }, false],
    ["change_not_passed_on", "at night", { minute_of_day: 19 * 60 }, true],
    ["no_physician_reached", "on Fridays", { transferred_on: LEFT + 2 }, false],
    [
      "no_physician_reached",
      "on Saturdays",
      { transferred_on: SATURDAY },
      true,
    ],
    ["tests_late", "at a slow laboratory", {}, true],
  ] as const)("names %s %s: %o", (cause, _, more, isNamed) => {
    const reviews = reviewsOf(more, BY_CHANCE, cause === "tests_late");
    const naming = reviews.filter((one) => causesIn(one).includes(cause));
    if (isNamed) expect(naming.length).toBeGreaterThan(70);
    else expect(naming).toEqual([]);
  });

  test.each([
    ["open", "none", {}],
    ["signed", "none", { action: false, isDue: false, isDone: false }],
    ["reviewed", "ahead", { action: true, isDue: false, isDone: false }],
    ["signed", "late", { action: true, isDue: true, isDone: false }],
    ["signed", "done", { action: true, isDone: true }],
    ["signed", "by_chance", {}],
  ] as const)(
    "could be saved as it is: %s, with an action %s",
    (state, action, is) => {
      const known = new Set<string>(REVIEW_CAUSES.map(({ id }) => id));
      // A transfer whose review is overdue since today, and older ones.
      for (const transferred_on of [TODAY - 8, SATURDAY, LEFT - 60]) {
        const days = {
          transferredOn: isoDayOf(transferred_on),
          today: isoDayOf(TODAY),
        };
        const more = { transferred_on, returned_on: transferred_on + 4 };
        for (const one of reviewsOf(more, { state, action }, true)) {
          expect(answerProblems(one, days, known)).toEqual([]);
          if (state === "open") continue;
          expect(missingAnswers(one)).toEqual([]);
          const isDue = one.due_on !== "" && epochDayOf(one.due_on) < TODAY;
          expect({
            action: one.action !== "",
            ...{ isDue, isDone: one.done_on !== "" },
          }).toMatchObject(is);
        }
      }
    },
  );
});
