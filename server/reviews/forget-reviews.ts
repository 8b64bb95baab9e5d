import type { Kysely } from "kysely";
import {
  fieldOf,
  REVIEW_FIELD_NAMES,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import type { Schema } from "~server/store/schema";
import { isWrittenOf } from "~server/measures/transfers/review-of-transfer";
import { readAnswers } from "./stored-review";

/** Answers that count transfers and reveal no resident. */
const KEPT = REVIEW_FIELD_NAMES.filter((name) =>
  ["choice", "causes", "day"].includes(fieldOf(name).kind),
);

/** Removes texts and vital signs, also from versions and amendments. Returns the number of reviews. */
export async function forgetReviews(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<number> {
  const reviews = await db
    .selectFrom("reviews")
    .where(isWrittenOf("reviews", patientIds))
    .select(["id", "answers"])
    .execute();
  for (const { id, answers } of reviews) {
    await db
      .updateTable("reviews")
      .set((row) => ({
        answers: withoutWords(answers),
        owner_key: "",
        // An open form must not restore its text: see `wasForgotten`.
        version: row("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    const versions = await db
      .selectFrom("review_versions")
      .where("review_id", "=", id)
      .select(["version", "changes"])
      .execute();
    for (const { version, changes } of versions) {
      await db
        .updateTable("review_versions")
        .set({ changes: withoutWords(changes), amendment: null })
        .where("review_id", "=", id)
        .where("version", "=", version)
        .execute();
    }
  }
  return reviews.length;
}

function withoutWords(text: string): string {
  const answers = readAnswers(text);
  const kept: Partial<ReviewAnswers> = {};
  for (const name of KEPT) {
    if (answers[name] !== undefined) kept[name] = answers[name];
  }
  return JSON.stringify(kept);
}
