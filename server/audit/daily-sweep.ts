import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Clock, After } from "~server/clock/clock";
import { isIn } from "~server/measures/question";
import { startRounds, type Rounds } from "~server/clock/rounds";
import type { Schema } from "~server/store/schema";
import { setImmediate as nextTurn } from "node:timers/promises";

const DAY_MS = 86_400_000;
/** Pause after a failed sweep: an import may have kept the database busy. */
const AGAIN_AFTER_MS = 10 * 60_000;
/** If nothing happened for this long, the clock may be wrong, and a sweep would delete records that are still needed. */
const MOST_QUIET_DAYS = 30;

export interface SweepParts {
  db: Kysely<Schema>;
  log: Logger;
  clock: Clock;
  after: After;
  keptDays: number;
}

interface Sweep {
  name: string;
  counted: string;
  /** Time of the newest event outside the audit trail, up to an instant; null if unknown. */
  findNewest?(upTo: Date): Promise<Date | null>;
  /** Deletes everything older than an instant; returns the number of rows. */
  sweep(keptFrom: Date, stopping: AbortSignal): Promise<number>;
}

export type DailySweep = Pick<Rounds, "idle" | "stop">;

/** Daily, and at once. Skips if the newest event is older than {@link MOST_QUIET_DAYS}: the clock may be ahead. */
export function startDailySweep(
  { db, log, clock, after, keptDays }: SweepParts,
  { name, counted, findNewest, sweep }: Sweep,
): DailySweep {
  return startRounds(after, async (stopping) => {
    try {
      const now = clock();
      const newest = later(
        await findNewestTime(db, now),
        (await findNewest?.(now)) ?? null,
      );
      if (newest !== null && newest < daysBefore(now, MOST_QUIET_DAYS)) {
        log.warn({
          event: `${name}.sweep_doubted`,
          newest: newest.toISOString(),
        });
      } else {
        const keptFrom = daysBefore(now, keptDays);
        const count = await sweep(keptFrom, stopping);
        if (count > 0) {
          const kept_from = keptFrom.toISOString();
          log.info({ event: `${name}.swept`, [counted]: count, kept_from });
        }
      }
      return DAY_MS;
    } catch (error) {
      log.error({ event: `${name}.sweep_failed`, err: error });
      return AGAIN_AFTER_MS;
    }
  });
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * DAY_MS);
}

async function findNewestTime(
  db: Kysely<Schema>,
  upTo: Date,
): Promise<Date | null> {
  const { at } = await db
    .selectFrom("audit_events")
    .where("at", "<=", upTo.toISOString())
    .select((eb) => eb.fn.max("at").as("at"))
    .executeTakeFirstOrThrow();
  return at === null ? null : new Date(at);
}

/**
 * Repeats a step that keeps its lock short, until it finds nothing and returns null. Another process may have deleted
 * what a step finds. Returns how much went.
 */
export async function deleteInSteps(
  stopping: AbortSignal,
  step: () => Promise<number | null>,
): Promise<number> {
  let deleted = 0;
  while (!stopping.aborted) {
    const count = await step();
    if (count === null) break;
    deleted += count;
    await nextTurn();
  }
  return deleted;
}

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
  return deleteInSteps(stopping, async () => {
    const events = await db
      .selectFrom("audit_events")
      .where("at", "<", before)
      .orderBy("at")
      .orderBy("id")
      .select(["id", "list_id"])
      .limit(DELETED_AT_ONCE)
      .execute();
    if (events.length === 0) return null;
    const ids = events.map(({ id }) => id);
    const lists = events.flatMap(({ list_id }) => list_id ?? []);
    const kept = db
      .selectFrom("audit_events")
      .where(isIn("list_id", lists))
      .where("at", ">=", before)
      .select("list_id");
    await db
      .deleteFrom("audited_residents")
      .where(isIn("list_id", lists))
      .where("list_id", "not in", kept)
      .execute();
    const { numDeletedRows } = await db
      .deleteFrom("audit_events")
      .where(isIn("id", ids))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

export function startAuditRetention(parts: SweepParts): DailySweep {
  return startDailySweep(parts, {
    name: "audit",
    counted: "events",
    sweep: (keptFrom, stopping) =>
      sweepAuditEvents(parts.db, keptFrom, stopping),
  });
}
