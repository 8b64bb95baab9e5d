import { describe, expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { answersOf } from "~/features/reviews/rules/review-answers";
import {
  stateAfter,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import { readAnswers } from "~server/reviews/stored-review";
import { seededRandom } from "./random";
import type { ReviewPlan } from "./review-plans";
import { writtenReview } from "./written-review";

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
