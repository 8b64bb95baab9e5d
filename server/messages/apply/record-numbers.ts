import type { Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import {
  numberKey,
  type KnownMessage,
  type ScopedNumber,
} from "./logged-messages";

/** Those among some patients who were forgotten (R312). */
export async function forgottenAmong(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("patients")
    .where(isIn("id", patientIds))
    .where("forgotten_at", "is not", null)
    .select("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function forgottenIds(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom("patients")
    .where("forgotten_at", "is not", null)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

export interface RecordNumber extends ScopedNumber {
  mrnAt: number;
}

/**
 * The facilities' medical record numbers among those that messages of one resident name. A number of type PI is often the whole
 * company's, and may be somebody else's record number. It counts only where the facility names no other number.
 */
export function recordNumbersOf(
  messages: readonly KnownMessage[],
): RecordNumber[] {
  const each = new Map<string, RecordNumber>();
  for (const one of messages.flatMap(({ numbers }) => numbers)) {
    const { mrnAt } = one;
    if (mrnAt === null) continue;
    // Thousands of messages may name the same one.
    each.set(JSON.stringify(one), { ...one, mrnAt });
  }
  const named = [...each.values()];
  const keysOf = (type: ScopedNumber["type"]) =>
    new Set(named.filter((one) => one.type === type).map(numberKey));
  // Some messages may leave out the type that others give.
  const [records, others] = [keysOf("MR"), keysOf("PI")];
  const isSure = (one: RecordNumber) => {
    const key = numberKey(one);
    return records.has(key) || !others.has(key);
  };
  const sureAt = new Set(named.filter(isSure).map(({ mrnAt }) => mrnAt));
  return named.filter((one) => isSure(one) || !sureAt.has(one.mrnAt));
}
