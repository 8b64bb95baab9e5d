import { sql, type Kysely } from "kysely";
import { chunksOf, isIn } from "~server/measures/question";
import { WRITTEN_OF_TRANSFERS } from "~server/measures/transfers/review-of-transfer";
import type { Schema } from "~server/store/schema";
import { applyNumbers } from "./apply-messages";

/** Rows with negative ids come from messages alone. */
const ROWS_OF_MESSAGES = ["transfers", "stays", "joined_stays"] as const;

/**
 * Derives residents again after a census change. Call it in that transaction, when figures and rows agree.
 *
 * @param patientIds null: all
 */
export async function deriveBesideCensus(
  db: Kysely<Schema>,
  patientIds: Iterable<number> | null,
  numberIds: Iterable<number>,
  now: Date,
): Promise<void> {
  const numbers = db.selectFrom("feed_numbers").select("id");
  const any = await numbers.limit(1).executeTakeFirst();
  if (!any) return;
  const concerned = new Set(numberIds);
  if (patientIds === null) {
    for (const { id } of await numbers.execute()) concerned.add(id);
  } else {
    for (const some of chunksOf([...patientIds])) {
      for (const id of await numbersOf(db, some)) concerned.add(id);
    }
  }
  for (const some of chunksOf([...concerned])) {
    await applyNumbers(db, some, now);
  }
}

async function numbersOf(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("feed_numbers")
    .where(isIn("patient_id", patientIds))
    .select("id")
    .union(
      db
        .selectFrom("feed_numbers")
        .innerJoin("patients", "patients.mrn", "feed_numbers.number")
        .where(isIn("patients.id", patientIds))
        .select("feed_numbers.id"),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Releases patients that the census removes. Rows from messages alone are derived for others, who keep the reviews.
 * Returns the patients' numbers.
 */
export async function releasePatients(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<number[]> {
  const released: number[] = [];
  for (const some of chunksOf(patientIds)) {
    for (const table of WRITTEN_OF_TRANSFERS) {
      const own = sql.ref<number>(`${table}.patient_id`);
      // A new patient gets their id from this number; see `ownIdOf`.
      const newId = sql<number>`(select -min(feed_numbers.id) from feed_numbers
        where feed_numbers.patient_id = ${own} and not exists (
          select 1 from feed_message_numbers join feed_messages on feed_messages.id = message_id
          where number_id = feed_numbers.id and reason = 'ambiguous_number'))`;
      await db
        .updateTable(table)
        .set(({ fn }) => ({ patient_id: fn.coalesce(newId, own) }))
        .where(isIn("patient_id", some))
        .execute();
    }
    const rows = await db
      .updateTable("feed_numbers")
      .set({ patient_id: null })
      .where(isIn("patient_id", some))
      .returning("id")
      .execute();
    if (rows.length === 0) continue;
    released.push(...rows.map(({ id }) => id));
    for (const table of ROWS_OF_MESSAGES) {
      await db
        .deleteFrom(table)
        .where(isIn("patient_id", some))
        .where("id", "<", 0)
        .execute();
    }
  }
  return released;
}

/** Releases removed facilities: their senders go, and their messages wait. */
export async function releaseFacilities(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
  now: Date,
): Promise<void> {
  for (const some of chunksOf(facilityIds)) {
    await db.deleteFrom("senders").where(isIn("facility_id", some)).execute();
    const numbers = await db
      .selectFrom("feed_message_numbers")
      .innerJoin("feed_messages", "feed_messages.id", "message_id")
      .where(isIn("facility_id", some))
      .select("number_id")
      .distinct()
      .execute();
    await db
      .updateTable("feed_messages")
      .set({ status: "stored" })
      .where(isIn("facility_id", some))
      .where("status", "in", ["used", "waiting"])
      .execute();
    for (const ids of chunksOf(numbers.map(({ number_id }) => number_id))) {
      await applyNumbers(db, ids, now);
    }
  }
}

export async function retryWaiting(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable("feed_messages")
    .set({ status: "stored" })
    .where("status", "=", "waiting")
    .execute();
}

/** Removes all effects of messages for another organisation, and applies the messages again. */
export async function beginFeedsAnew(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("feed_message_numbers").execute();
  await db.deleteFrom("feed_numbers").execute();
  await db.deleteFrom("feed_facilities").execute();
  for (const table of ROWS_OF_MESSAGES) {
    await db.deleteFrom(table).where("id", "<", 0).execute();
  }
  await db.deleteFrom("merges").where("word_of", "=", "feed").execute();
  await db.deleteFrom("patients").where("id", "<", 0).execute();
  await db
    .updateTable("feed_messages")
    .set({ facility_id: null, role: null, said_at: null, movement: 0 })
    .where("role", "is not", null)
    .execute();
  await db
    .updateTable("feed_messages")
    .set({ status: "stored", reason: null })
    .where("status", "in", ["used", "waiting"])
    .execute();
}
