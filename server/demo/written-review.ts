import type { Insertable } from "kysely";
import { epochDayOf, type EpochDay, isoDayOf } from "~/domain/calendar";
import {
  changedAnswers,
  type ReviewAnswers,
  answersOf,
} from "~/features/reviews/rules/answers";
import { MOST_CAUSES } from "~/features/reviews/rules/causes.data";
import {
  type ReviewAction,
  REVIEW_DAYS,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import { SATURDAY, weekdayOf } from "~/features/transfers/rules";
import { firstAnswers, firstVersion } from "~server/reviews/first-answers";
import { columnsOf } from "~server/reviews/stored-review";
import type {
  ReviewTable,
  ReviewVersionTable,
} from "~server/store/review-tables";
import type { Random } from "./random";
import { COMPLAINTS } from "./resident-facts.data";
import {
  ACTIONS,
  CAUSES_OF_ALL,
  CAUSES_OF_DIAGNOSES,
  OTHER_ACTION,
  SAID_OF_OTHERS,
  SAID_OF_REASONS,
  type CauseId,
} from "./review-stories.data";

/** A review with all of its versions. */
export interface WrittenReview {
  review: Insertable<ReviewTable>;
  versions: Omit<ReviewVersionTable, "review_id">[];
}

interface Transfer extends Omit<KnownTransfer, "minute_of_day"> {
  id: number;
  patient_id: number;
  facility_id: number;
  npi: number | null;
  isnp: 0 | 1 | null;
}

interface Writing {
  random: Random;
  now: Date;
  today: EpochDay;
  pickWriter: () => { userId: number; name: string };
}

/** One thing that somebody did with the review. */
interface Step {
  action: ReviewAction;
  day: EpochDay;
  changes?: string;
  amendment?: string;
}

const MS_PER_DAY = 86_400_000;
const AMENDMENT_OF_ACTION = "The action is done.";

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

/** The review that comes of what some people have said of a transfer, one step a day. What is done later is amended. */
export function writtenReview(
  transfer: Transfer,
  answers: ReviewAnswers,
  plan: ReviewPlan,
  writing: Writing,
): WrittenReview {
  const { random, now, today, pickWriter } = writing;
  const steps = stepsOf(transfer, answers, plan);
  const versions = steps.map(({ action, day, changes, amendment }, at) => {
    const { userId, name } = pickWriter();
    const moment =
      Math.min(day, today) * MS_PER_DAY +
      random.int(14 * 3_600, 22 * 3_600) * 1_000;
    return {
      version: at + 1,
      action,
      changes: changes ?? "{}",
      amendment: amendment ?? null,
      user_id: userId,
      author: name,
      at: new Date(Math.min(moment, now.getTime())).toISOString(),
    };
  });
  const review = {
    transfer_id: transfer.id,
    patient_id: transfer.patient_id,
    facility_id: transfer.facility_id,
    transferred_on: transfer.transferred_on,
    npi: transfer.npi,
    isnp: transfer.isnp ?? 0,
    state: plan.state,
    version: versions.length,
    ...columnsOf(answers),
  };
  const begun = new Date(versions[0]?.at ?? now);
  return {
    review,
    versions: [firstVersion(firstAnswers(transfer), begun), ...versions],
  };
}

function stepsOf(
  transfer: Transfer,
  answers: ReviewAnswers,
  { state, amendment }: ReviewPlan,
): Step[] {
  const { transferred_on: left, returned_on: back } = transfer;
  // Nobody writes of a return before it.
  const day = Math.max(left + 1, back ?? 0);
  const done = answers.done_on;
  const steps: Step[] = [
    {
      action: "save",
      day,
      changes: JSON.stringify(
        changedAnswers(firstAnswers(transfer), { ...answers, done_on: "" }),
      ),
    },
  ];
  if (state !== "open") steps.push({ action: "review", day: day + 1 });
  if (state === "signed") steps.push({ action: "sign", day: day + 2 });
  if (amendment) steps.push({ action: "amend", day: day + 3, amendment });
  if (done !== "") {
    steps.push({
      action: "amend",
      day: Math.max(epochDayOf(done), day + 3),
      changes: JSON.stringify({ done_on: done }),
      amendment: AMENDMENT_OF_ACTION,
    });
  }
  return steps;
}

export interface KnownTransfer {
  transferred_on: EpochDay;
  minute_of_day: number | null;
  reason: string | null;
  diagnosis: string | null;
  returned_on: EpochDay | null;
}

interface Telling {
  random: Random;
  today: EpochDay;
  /** Who may be named as the owner of an action. */
  owners: readonly string[];
  /** The laboratory of the facility is slow. */
  hasLateTests: boolean;
}

/** The night shift, by the minute of the day. */
const NIGHT_FROM = 19 * 60;
const NIGHT_TO = 7 * 60;

export function isAtNight({ minute_of_day: at }: KnownTransfer): boolean {
  return at !== null && (at >= NIGHT_FROM || at < NIGHT_TO);
}

export function isAtWeekend({ transferred_on: day }: KnownTransfer): boolean {
  return weekdayOf(day) >= SATURDAY;
}

export function answersFor(
  transfer: KnownTransfer,
  plan: ReviewPlan,
  telling: Telling,
): ReviewAnswers {
  const first = whatWasSeen(transfer, telling.random);
  if (plan.state === "open") return answersOf(first);
  const { random } = telling;
  const causes = causesOf(transfer, telling);
  const isHard = isAtWeekend(transfer) || isAtNight(transfer);
  const isPlanned = plan.action !== "none" && plan.action !== "by_chance";
  const avoidable =
    isPlanned || random.chance(isHard ? 0.45 : 0.2)
      ? "yes"
      : random.pick(["no", "no", "no", "unsure"]);
  const isActedOn = avoidable === "yes" && plan.action !== "none";
  return answersOf({
    ...first,
    directive: random.pick(["yes", "yes", "no", "unsure"]),
    decided_by: random.pick(["attending", "covering", "practitioner", "nurse"]),
    avoidable,
    causes: causes.join(" "),
    ...(isActedOn && actionFor(transfer, causes, plan, telling)),
  });
}

function whatWasSeen(transfer: KnownTransfer, random: Random) {
  const { transferred_on: day, reason, diagnosis, returned_on } = transfer;
  const ofReason = SAID_OF_REASONS[complaintOf(transfer)?.reason ?? ""];
  const [change, tried] = random.pick(ofReason ?? SAID_OF_OTHERS);
  return {
    noticed_on: isoDayOf(day - random.int(0, 2)),
    noticed_by: random.pick(["Nurse aide", "Family", "Charge nurse"]),
    change,
    assessed: random.pick(["on_site", "by_phone", "by_phone", "both"]),
    tried,
    reason: reason ?? "",
    diagnosis: diagnosis ?? "",
    returned_on: returned_on === null ? "" : isoDayOf(returned_on),
  };
}

function complaintOf({ reason, diagnosis }: KnownTransfer) {
  return COMPLAINTS.find((one) =>
    reason === null
      ? one.diagnoses.some((found) => found === diagnosis)
      : one.reason === reason,
  );
}

/**
 * Causes that fit what was found, with a pattern beside them: at weekends no physician is reached, at night changes are not passed
 * on, and where the laboratory is slow tests take too long.
 */
function causesOf(transfer: KnownTransfer, telling: Telling): CauseId[] {
  const { random } = telling;
  const found = transfer.diagnosis ?? complaintOf(transfer)?.diagnoses[0];
  const [likeliest, ...others] =
    CAUSES_OF_DIAGNOSES[found ?? ""] ?? CAUSES_OF_ALL;
  const isLikeliest = random.chance(0.6) || others.length === 0;
  const causes = [isLikeliest ? likeliest : random.pick(others)];
  const name = (cause: CauseId, isSo: boolean, share: number) => {
    if (random.chance(share) && isSo) causes.push(cause);
  };
  name("change_not_passed_on", isAtNight(transfer), 0.6);
  name("no_physician_reached", isAtWeekend(transfer), 0.5);
  name("tests_late", telling.hasLateTests, 0.5);
  name("few_staff", isAtWeekend(transfer), 0.2);
  name(random.pick(CAUSES_OF_ALL), true, 0.15);
  return [...new Set(causes)]
    .filter((cause) => cause !== undefined)
    .slice(0, MOST_CAUSES);
}

/** Whatever is done follows from the cause that can be changed best: the last one that has an action. */
function actionFor(
  { transferred_on: day }: KnownTransfer,
  causes: readonly CauseId[],
  plan: ReviewPlan,
  { random, today, owners }: Telling,
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
