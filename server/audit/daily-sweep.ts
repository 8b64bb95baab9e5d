import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Clock, After } from "~server/clock/clock";
import type { Schema } from "~server/store/schema";

const DAY_MS = 86_400_000;
/** After a sweep that failed: an import may have kept the database busy. */
const AGAIN_AFTER_MS = 10 * 60_000;
/** Where nothing has happened for so long, it is the clock that is doubted: what it says is old would be gone for good. */
const MOST_QUIET_DAYS = 30;

export interface SweepParts {
  db: Kysely<Schema>;
  log: Logger;
  clock: Clock;
  after: After;
  /** What is older than so many days goes. */
  keptDays: number;
}

interface Sweep {
  name: string;
  counted: string;
  /** When something that is not in the trail last happened up to an instant; null where that is not known. */
  findNewest?(upTo: Date): Promise<Date | null>;
  /** Deletes what is older than an instant, in steps, and returns how much that was. */
  sweep(keptFrom: Date, stopping: AbortSignal): Promise<number>;
}

export interface DailySweep {
  idle(): Promise<void>;
  /** Ends a sweep after its step; begins no other. */
  stop(): Promise<void>;
}

/**
 * Sweeps at once and then once a day; not while what happened last, by the audit trail or as the sweep knows, is older than
 * {@link MOST_QUIET_DAYS}, as it seems to be where the clock is ahead.
 */
export function startDailySweep(
  { db, log, clock, after, keptDays }: SweepParts,
  { name, counted, findNewest, sweep: sweepOnce }: Sweep,
): DailySweep {
  const stopping = new AbortController();
  const { signal } = stopping;
  let cancelNext = () => {};
  let sweeping = sweep();

  async function sweep(): Promise<void> {
    let nextMs = DAY_MS;
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
        const count = await sweepOnce(keptFrom, signal);
        if (count > 0) {
          const kept_from = keptFrom.toISOString();
          log.info({ event: `${name}.swept`, [counted]: count, kept_from });
        }
      }
    } catch (error) {
      log.error({ event: `${name}.sweep_failed`, err: error });
      nextMs = AGAIN_AFTER_MS;
    }
    if (signal.aborted) return;
    cancelNext = after(nextMs, () => {
      sweeping = sweep();
    });
  }

  return {
    idle: () => sweeping,
    async stop() {
      stopping.abort();
      cancelNext();
      await sweeping;
    },
  };
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
