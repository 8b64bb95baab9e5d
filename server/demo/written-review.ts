import { epochDayOf, isoDayOf, type EpochDay } from "~/domain/calendar";
import {
  answersOf,
  changedAnswers,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import { MOST_CAUSES } from "~/features/reviews/rules/causes.data";
import {
  REVIEW_DAYS,
  type ReviewAction,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import { SATURDAY, weekdayOf } from "~/features/transfers/rules";
import {
  firstAnswers,
  firstVersion,
  columnsOf,
} from "~server/reviews/stored-review";
import type { Trip } from "./generate";
import type { Random } from "./random";
import {
  ACTIONS,
  CAUSES_OF_ALL,
  COMPLAINTS,
  OTHER_ACTION,
  SAID_OF_OTHERS,
} from "./stories.data";

export interface ReviewPlan {
  state: ReviewState;
  action: "none" | "late" | "ahead" | "done" | "by_chance";
  owner?: string;
  /** Added after signing. */
  amendment?: string;
}

const BEGUN: ReviewPlan = { state: "open", action: "none" };

/** Due transfers of demo-facility get these plans, newest first; null: not begun. */
const EACH_PLAN: readonly (ReviewPlan | null)[] = [
  null,
  BEGUN,
  { state: "reviewed", action: "ahead", owner: "Demo Company" },
  { state: "signed", action: "late", owner: "Demo Facility" },
  { state: "signed", action: "done", owner: "Demo Facility" },
  {
    ...{ state: "signed", action: "none" },
    amendment: "The laboratory called: the sample was a day old.",
  },
  { state: "reviewed", action: "none" },
];

/** Three in four reviews are begun, most of these signed. */
export function planByChance(
  age: number,
  random: Random,
  begun = 0.75,
): ReviewPlan | null {
  if (!random.chance(begun)) return null;
  if (age < 3 || random.chance(0.2)) return BEGUN;
  return {
    state: random.chance(0.3) ? "reviewed" : "signed",
    action: "by_chance",
  };
}

/** Reviews that are not due alternate; then each plan comes once, then chance. `ages` in days, newest first. */
export function plansOfEachState(
  ages: readonly number[],
  random: Random,
): (ReviewPlan | null)[] {
  const firstDue = ages.filter((age) => age <= REVIEW_DAYS).length;
  return ages.map((age, at) => {
    if (age <= REVIEW_DAYS) return at % 2 === 0 ? null : BEGUN;
    const plan = EACH_PLAN[at - firstDue];
    return plan === undefined ? planByChance(age, random, 0.9) : plan;
  });
}

export interface Writing {
  random: Random;
  now: Date;
  today: EpochDay;
  owners: readonly string[];
  hasSlowLaboratory: boolean;
  pickWriter: () => { user_id: number; author: string };
}

export function writtenReview(
  transfer: Trip,
  answers: ReviewAnswers,
  plan: ReviewPlan,
  { random, now, today, pickWriter }: Writing,
) {
  const versions = stepsOf(transfer, answers, plan).map(
    ([action, day, changes, amendment = null], at) => {
      const writer = pickWriter();
      const moment =
        Math.min(day, today) * 86_400_000 +
        random.int(14 * 3_600, 22 * 3_600) * 1_000;
      return {
        ...{ version: at + 1, action, changes: JSON.stringify(changes) },
        ...{ amendment, ...writer },
        at: new Date(Math.min(moment, now.getTime())).toISOString(),
      };
    },
  );
  const review = {
    ...{ ...transfer.key, state: plan.state, version: versions.length },
    ...columnsOf(answers),
  };
  const begun = new Date(versions[0]!.at);
  const first = firstVersion(firstAnswers(transfer), begun);
  return { review, versions: [first, ...versions] };
}

type Step = [ReviewAction, EpochDay, Partial<ReviewAnswers>, string?];

/** Changes after signing are amendments; nobody writes about a future return. */
function stepsOf(
  transfer: Trip,
  answers: ReviewAnswers,
  { state, amendment }: ReviewPlan,
): Step[] {
  const day = Math.max(transfer.transferred_on + 1, transfer.returned_on ?? 0);
  const { done_on } = answers;
  const written = { ...answers, done_on: "" };
  const steps: Step[] = [
    ["save", day, changedAnswers(firstAnswers(transfer), written)],
  ];
  if (state !== "open") steps.push(["review", day + 1, {}]);
  if (state === "signed") steps.push(["sign", day + 2, {}]);
  if (amendment) steps.push(["amend", day + 3, {}, amendment]);
  if (done_on !== "") {
    const doneOn = Math.max(epochDayOf(done_on), day + 3);
    steps.push(["amend", doneOn, { done_on }, "The action is done."]);
  }
  return steps;
}

function isAtNight({ minute_of_day: at }: Trip): boolean {
  return at !== null && (at >= 19 * 60 || at < 7 * 60);
}

function isAtWeekend({ transferred_on }: Trip): boolean {
  return weekdayOf(transferred_on) >= SATURDAY;
}

export function answersFor(
  transfer: Trip,
  plan: ReviewPlan,
  writing: Writing,
): ReviewAnswers {
  const { random } = writing;
  const { transferred_on: day, reason, diagnosis, returned_on } = transfer;
  const complaint = COMPLAINTS.find((one) =>
    reason === null
      ? one.found.some((found) => found.diagnosis === diagnosis)
      : one.reason === reason,
  );
  const [change, tried] = random.pick(complaint?.said ?? SAID_OF_OTHERS);
  const seen = {
    noticed_on: isoDayOf(day - random.int(0, 2)),
    noticed_by: random.pick(["Nurse aide", "Family", "Charge nurse"]),
    change,
    assessed: random.pick(["on_site", "by_phone", "by_phone", "both"]),
    tried,
    reason: reason ?? "",
    diagnosis: diagnosis ?? "",
    returned_on: returned_on === null ? "" : isoDayOf(returned_on),
  };
  if (plan.state === "open") return answersOf(seen);
  const found = COMPLAINTS.flatMap((one) => one.found).find(
    (one) => one.diagnosis === (diagnosis ?? complaint?.found[0]?.diagnosis),
  );
  const causes = causesOf(transfer, found?.causes ?? CAUSES_OF_ALL, writing);
  const isHard = isAtWeekend(transfer) || isAtNight(transfer);
  const isPlanned = plan.action !== "none" && plan.action !== "by_chance";
  const avoidable =
    isPlanned || random.chance(isHard ? 0.45 : 0.2)
      ? "yes"
      : random.pick(["no", "no", "no", "unsure"]);
  const isActedOn = avoidable === "yes" && plan.action !== "none";
  return answersOf({
    ...seen,
    directive: random.pick(["yes", "yes", "no", "unsure"]),
    decided_by: random.pick(["attending", "covering", "practitioner", "nurse"]),
    avoidable,
    causes: causes.join(" "),
    ...(isActedOn && actionFor(day, causes, plan, writing)),
  });
}

/** Causes fit the finding, with a pattern: weekends lack physicians, nights lose changes, and a laboratory is slow. */
function causesOf(
  transfer: Trip,
  [likeliest, ...others]: readonly string[],
  { random, hasSlowLaboratory }: Writing,
): string[] {
  const isLikeliest = random.chance(0.6) || others.length === 0;
  const causes = [isLikeliest ? likeliest! : random.pick(others)];
  const name = (cause: string, isSo: boolean, share: number) => {
    if (random.chance(share) && isSo) causes.push(cause);
  };
  name("change_not_passed_on", isAtNight(transfer), 0.6);
  name("no_physician_reached", isAtWeekend(transfer), 0.5);
  name("tests_late", hasSlowLaboratory, 0.5);
  name("few_staff", isAtWeekend(transfer), 0.2);
  name(random.pick(CAUSES_OF_ALL), true, 0.15);
  return [...new Set(causes)].slice(0, MOST_CAUSES);
}

/** The action follows from the last cause that has one. */
function actionFor(
  day: EpochDay,
  causes: readonly string[],
  plan: ReviewPlan,
  { random, today, owners }: Writing,
): Partial<ReviewAnswers> {
  const texts = causes.flatMap((cause) => ACTIONS[cause] ?? []);
  const dueOn = {
    late: today - random.int(2, 7),
    ahead: today + random.int(10, 25),
    done: Math.min(day + random.int(10, 20), today),
    by_chance: day + random.int(14, 45),
    none: day,
  }[plan.action];
  const isDone =
    plan.action === "done" ||
    (plan.action === "by_chance" &&
      plan.state === "signed" &&
      dueOn < today &&
      random.chance(0.8));
  const doneOn = Math.min(dueOn - random.int(0, 3), today);
  return {
    action: texts.at(-1) ?? OTHER_ACTION,
    owner: plan.owner ?? random.pick(owners),
    due_on: isoDayOf(dueOn),
    done_on: isDone ? isoDayOf(doneOn) : "",
  };
}
