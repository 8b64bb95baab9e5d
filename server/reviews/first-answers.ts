import type { Kysely } from "kysely";
import { isoDayOf } from "~/domain/calendar";
import {
  answersOf,
  cleanAnswer,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import type { ReviewVersionTable } from "~server/store/review-tables";
import type { Schema } from "~server/store/schema";
import { columnsOf } from "./stored-review";
import type { TransferToReview } from "./transfer-to-review";

/** What a review says before anybody writes it: what is known of the transfer (R336). */
export function firstAnswers({
  reason,
  diagnosis,
  returned_on,
}: Pick<
  TransferToReview,
  "reason" | "diagnosis" | "returned_on"
>): ReviewAnswers {
  return answersOf({
    reason: cleanAnswer(reason ?? ""),
    diagnosis: cleanAnswer(diagnosis ?? ""),
    returned_on: returned_on === null ? "" : isoDayOf(returned_on),
  });
}

/** Keeps the first answers as version 0, which nobody has written: later versions are differences from it. */
export async function storeFirstAnswers(
  db: Kysely<Schema>,
  review_id: number,
  answers: ReviewAnswers,
  at: Date,
): Promise<void> {
  await db
    .insertInto("review_versions")
    .values({ review_id, ...firstVersion(answers, at) })
    .execute();
}

export function firstVersion(
  answers: ReviewAnswers,
  at: Date,
): Omit<ReviewVersionTable, "review_id"> {
  return {
    version: 0,
    action: "save",
    changes: columnsOf(answers).answers,
    amendment: null,
    user_id: NOBODY,
    author: "",
    at: at.toISOString(),
  };
}

/** The number of no user. */
const NOBODY = 0;
