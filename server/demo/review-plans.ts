import type { EpochDay } from "~/domain/calendar";
import {
  REVIEW_DAYS,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import type { Random } from "./random";

/** How far the review of a transfer has come. */
export interface ReviewPlan {
  state: ReviewState;
  action: "none" | "late" | "ahead" | "done" | "by_chance";
  owner?: string;
  /** What was added once it was signed. */
  amendment?: string;
}

const BEGUN: ReviewPlan = { state: "open", action: "none" };

/** What the facility of demo-facility has of transfers whose reviews are due, the newest first; null is not begun. */
const EACH_PLAN: readonly (ReviewPlan | null)[] = [
  null,
  BEGUN,
  { state: "reviewed", action: "ahead", owner: "Demo Company" },
  { state: "signed", action: "late", owner: "Demo Facility" },
  { state: "signed", action: "done", owner: "Demo Facility" },
  {
    state: "signed",
    action: "none",
    amendment: "The laboratory called: the sample was a day old.",
  },
  { state: "reviewed", action: "none" },
];

/** By chance three in four reviews are begun, and most of these are signed. */
export function planByChance(
  transferredOn: EpochDay,
  today: EpochDay,
  random: Random,
  begun = 0.75,
): ReviewPlan | null {
  if (!random.chance(begun)) return null;
  if (today - transferredOn < 3 || random.chance(0.2)) return BEGUN;
  return {
    state: random.chance(0.3) ? "reviewed" : "signed",
    action: "by_chance",
  };
}

/**
 * Plans for one facility, that between them have each state: what is not due yet is by turns not begun and begun, then comes each plan once, then
 * chance.
 *
 * @param days of the transfers, the newest first
 */
export function plansOfEachState(
  days: readonly EpochDay[],
  today: EpochDay,
  random: Random,
): (ReviewPlan | null)[] {
  const isDue = (day: EpochDay) => today - day > REVIEW_DAYS;
  const firstDue = days.filter((day) => !isDue(day)).length;
  return days.map((day, at) => {
    if (!isDue(day)) return at % 2 === 0 ? null : BEGUN;
    const plan = EACH_PLAN[at - firstDue];
    return plan === undefined ? planByChance(day, today, random, 0.9) : plan;
  });
}
