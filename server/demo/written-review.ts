import type { Insertable } from "kysely";
import { epochDayOf, type EpochDay } from "~/domain/calendar";
import {
  changedAnswers,
  type ReviewAnswers,
} from "~/features/reviews/rules/review-answers";
import type { ReviewAction } from "~/features/reviews/rules/review-rules";
import { firstAnswers, firstVersion } from "~server/reviews/first-answers";
import { columnsOf } from "~server/reviews/stored-review";
import type {
  ReviewTable,
  ReviewVersionTable,
} from "~server/store/review-tables";
import type { Random } from "./random";
import type { ReviewPlan } from "./review-plans";
import type { Writer } from "./review-writers";

/** A review with all of its versions. */
export interface WrittenReview {
  review: Insertable<ReviewTable>;
  versions: Omit<ReviewVersionTable, "review_id">[];
}

interface Transfer {
  id: number;
  patient_id: number;
  facility_id: number;
  transferred_on: EpochDay;
  reason: string | null;
  diagnosis: string | null;
  returned_on: EpochDay | null;
  npi: number | null;
  isnp: 0 | 1 | null;
}

interface Writing {
  random: Random;
  now: Date;
  today: EpochDay;
  pickWriter: () => Writer;
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
