import { describe, expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { REVIEW_DAYS } from "~/features/reviews/rules/review-rules";
import { seededRandom } from "./random";
import { planByChance, plansOfEachState } from "./review-plans";

const TODAY = epochDayOf("2026-06-30");
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
