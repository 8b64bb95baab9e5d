import { isoDayOf, type EpochDay } from "~/domain/calendar";
import {
  answersOf,
  type ReviewAnswers,
} from "~/features/reviews/rules/review-answers";
import { MOST_CAUSES } from "~/features/reviews/rules/review-causes.data";
import { SATURDAY, weekdayOf } from "~/domain/transfers/groupings";
import type { Random } from "./random";
import { COMPLAINTS } from "./resident-facts.data";
import type { ReviewPlan } from "./review-plans";
import {
  ACTIONS,
  CAUSES_OF_ALL,
  CAUSES_OF_DIAGNOSES,
  OTHER_ACTION,
  SAID_OF_OTHERS,
  SAID_OF_REASONS,
  type CauseId,
} from "./review-stories.data";

/** What is known of a transfer that is reviewed. */
export interface TransferFacts {
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

export function isAtNight({ minute_of_day: at }: TransferFacts): boolean {
  return at !== null && (at >= NIGHT_FROM || at < NIGHT_TO);
}

export function isAtWeekend({ transferred_on: day }: TransferFacts): boolean {
  return weekdayOf(day) >= SATURDAY;
}

/** What the review of a transfer says. */
export function answersFor(
  transfer: TransferFacts,
  plan: ReviewPlan,
  telling: Telling,
): ReviewAnswers {
  const first = firstAnswers(transfer, telling.random);
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

function firstAnswers(transfer: TransferFacts, random: Random) {
  const { transferred_on: day, reason, diagnosis, returned_on } = transfer;
  const ofReason = SAID_OF_REASONS[complaintOf(transfer)?.reason ?? ""];
  const { change, tried } = random.pick(ofReason ?? SAID_OF_OTHERS);
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

function complaintOf({ reason, diagnosis }: TransferFacts) {
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
function causesOf(transfer: TransferFacts, telling: Telling): CauseId[] {
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
  { transferred_on: day }: TransferFacts,
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
