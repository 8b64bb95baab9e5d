import { sql, type Kysely } from "kysely";
import {
  fieldOf,
  REVIEW_FIELD_NAMES,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import type { Schema } from "~server/store/schema";
import { isIn } from "~server/measures/question";
import {
  WRITTEN_OF_TRANSFERS,
  isWrittenOf,
  type WrittenTable,
} from "~server/measures/transfers/review-of-transfer";
import { readAnswers } from "./read-review";

/** Gives reviews and notices of these transfers to their present patients (R345). Call it in the same transaction. */
export async function carryReviews(
  db: Kysely<Schema>,
  patientOf: ReadonlyMap<number, number>,
): Promise<void> {
  if (patientOf.size === 0) return;
  for (const table of WRITTEN_OF_TRANSFERS) {
    const written = await db
      .selectFrom(table)
      .where(isIn("transfer_id", [...patientOf.keys()]))
      .select(["id", "transfer_id"])
      .orderBy("id")
      .execute();
    for (const { id, transfer_id } of written) {
      const patientId = patientOf.get(transfer_id) as number;
      await db
        .updateTable(table)
        .set({ patient_id: patientId })
        .where("id", "=", id)
        .where(isFreeFor(patientId, table))
        .execute();
    }
  }
}

/** Moves them to a patient's new id, even without the transfer. Call it in the transaction of the change. */
export async function giveReviews(
  db: Kysely<Schema>,
  fromIds: readonly number[],
  intoId: number,
): Promise<void> {
  for (const table of WRITTEN_OF_TRANSFERS) {
    await db
      .updateTable(table)
      .set({ patient_id: intoId })
      .where(isIn("patient_id", fromIds))
      .where(isFreeFor(intoId, table))
      .execute();
  }
}

/** No other row of this transfer exists for that patient. */
function isFreeFor(patientId: number, written: WrittenTable) {
  const table = sql.table(written);
  return sql<boolean>`not exists (select 1 from ${table} as other where other.transfer_id = ${table}.transfer_id
    and other.facility_id = ${table}.facility_id and other.patient_id = ${patientId} and other.id <> ${table}.id)`;
}

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
