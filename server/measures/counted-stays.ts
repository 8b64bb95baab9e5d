import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

/**
 * Stays with what running totals count of them. The caller adds the condition (`CountedStay` of `facility-totals.ts`).
 */
export function countedStays(db: Kysely<Schema>) {
  return db
    .selectFrom("stays")
    .select([
      "stays.admitted_on",
      "stays.discharged_on",
      "stays.admitted_from",
      "stays.isnp",
      "stays.long_stay_from",
      "stays.rth",
      "stays.ed",
    ]);
}

/**
 * Transfers of long-stay patients with what running totals count of them. The caller adds the condition
 * (`LongStayEvent`).
 */
export function longStayEvents(db: Kysely<Schema>) {
  return db
    .selectFrom("transfers")
    .innerJoin("stays", "stays.id", "transfers.stay_id")
    .select([
      "transfers.transferred_on",
      "transfers.outcome",
      "transfers.planned",
      "stays.isnp",
    ])
    .where("transfers.long_stay", "=", 1);
}
