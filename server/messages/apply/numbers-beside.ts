import type { Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import { MERGES } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import type { CensusRecords } from "./stored-rows";
import {
  type KnownMessage,
  type RecordNumber,
  recordNumbersOf,
} from "./logged-messages";

/** A number from a hospital without a facility, and the facility's number it means (R518). */
export interface MeantNumber {
  named: number;
  /** Null if several facilities may have given it, or they share it. */
  meant: number | null;
}

export async function meantNumbers(
  db: Kysely<Schema>,
  numberIds: readonly number[],
): Promise<MeantNumber[]> {
  const alike = await db
    .selectFrom("feed_numbers as own")
    .innerJoin("feed_numbers as named", "named.number", "own.number")
    .innerJoin("feed_numbers as other", "other.number", "own.number")
    .where(isIn("own.id", numberIds))
    .where("named.scope", "not like", "#%")
    .where("other.scope", "like", "#%")
    .select(["own.scope as own", "named.id as namedId", "other.id as otherId"])
    .select(["named.scope as named", "other.scope as other"])
    .distinct()
    .execute();
  const pairs = alike.filter(
    ({ own, named, other }) =>
      authorityOf(other) === named && authorityOf(own) === named,
  );
  if (pairs.length === 0) return [];
  const ids = pairs.flatMap(({ namedId, otherId }) => [namedId, otherId]);
  const rows = await db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where(isIn("number_id", [...new Set(ids)]))
    .where("role", "=", "facility")
    .where("facility_id", "is not", null)
    .where("type", "not in", MERGES)
    .where("status", "in", ["stored", "used", "waiting"])
    .select("number_id")
    .distinct()
    .execute();
  const ofFacilities = new Set(rows.map(({ number_id }) => number_id));
  const meant = new Map<number, Set<number>>();
  for (const { namedId, otherId } of pairs) {
    const others = meant.get(namedId) ?? new Set<number>();
    meant.set(namedId, others);
    if (ofFacilities.has(otherId)) others.add(otherId);
  }
  return [...meant].map(([named, [only, ...others]]) => {
    const isClear = others.length === 0 && !ofFacilities.has(named);
    return { named, meant: isClear ? (only ?? null) : null };
  });
}

function authorityOf(scope: string): string {
  return scope.replace(/^#\d+/, "");
}

/** Numbers of all who are, were or may be the same patient as these residents. */
export async function numbersHeldBeside(
  db: Kysely<Schema>,
  numberIds: readonly number[],
  messages: readonly KnownMessage[],
  census: CensusRecords,
): Promise<number[]> {
  const records = messages.flatMap((one) => recordNumbersOf([one]));
  await census.look(records.map(({ number }) => number));
  const patientIds = records.flatMap(({ number, mrnAt }) =>
    census.at(number, mrnAt).map((id) => census.merged(id)),
  );
  const holders = db
    .selectFrom("feed_numbers as own")
    .where(isIn("own.id", numberIds))
    .where("own.patient_id", "is not", null)
    .select("own.patient_id");
  const numbers = db.selectFrom("feed_numbers").select("id");
  const held = numbers
    .where("patient_id", "in", holders)
    .union(numbers.where(isIn("patient_id", [...new Set(patientIds)])));
  const rows = await (
    records.length > 0 ? held.union(sharedWith(db, records)) : held
  ).execute();
  return rows.map(({ id }) => id);
}

/** Shared numbers that may mean patients of these records. A number may fit several, and is kept with one. */
function sharedWith(db: Kysely<Schema>, records: readonly RecordNumber[]) {
  const texts = [...new Set(records.map(({ number }) => number))];
  const facilityIds = [...new Set(records.map(({ mrnAt }) => mrnAt))];
  return db
    .selectFrom("feed_numbers")
    .where("number", "in", texts)
    .where("scope", "not like", "#%")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("feed_message_numbers")
          .innerJoin("feed_messages", "feed_messages.id", "message_id")
          .whereRef("number_id", "=", "feed_numbers.id")
          .where(isIn("facility_id", facilityIds))
          .select("message_id"),
      ),
    )
    .select("id");
}
