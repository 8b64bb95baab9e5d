import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import {
  startDailySweep,
  type DailySweep,
  type SweepParts,
} from "./daily-sweep";

const DELETED_AT_ONCE = 500;

/**
 * Moves the horizon first, because the database refuses to delete events after it. Works in steps to keep locks short;
 * several processes may sweep at once.
 */
export async function sweepAuditEvents(
  db: Kysely<Schema>,
  keptFrom: Date,
  stopping: AbortSignal,
): Promise<number> {
  const before = keptFrom.toISOString();
  await db
    .updateTable("audit_horizon")
    .set({ kept_from: before })
    .where("kept_from", "<", before)
    .execute();
  let deleted = 0;
  while (!stopping.aborted) {
    const events = await db
      .selectFrom("audit_events")
      .where("at", "<", before)
      .orderBy("at")
      .orderBy("id")
      .select("id")
      .limit(DELETED_AT_ONCE)
      .execute();
    if (events.length === 0) break;
    const ids = events.map(({ id }) => id);
    await db
      .deleteFrom("audited_residents")
      .where("event_id", "in", ids)
      .execute();
    const { numDeletedRows } = await db
      .deleteFrom("audit_events")
      .where("id", "in", ids)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
    await nextTurn();
  }
  return deleted;
}

export function startAuditRetention(parts: SweepParts): DailySweep {
  return startDailySweep(parts, {
    name: "audit",
    counted: "events",
    sweep: (keptFrom, stopping) =>
      sweepAuditEvents(parts.db, keptFrom, stopping),
  });
}
