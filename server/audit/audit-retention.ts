import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Clock } from "~server/clock/clock";
import type { After } from "~server/clock/timers";
import type { Schema } from "~server/store/schema";
import { sweepAuditEvents } from "./sweep-audit-events";

const DAY_MS = 86_400_000;
/** After a sweep that failed: an import may have kept the database busy. */
const AGAIN_AFTER_MS = 10 * 60_000;
/** Where nothing has happened for so long, it is the clock that is doubted: what it says is old would be gone for good. */
const MOST_QUIET_DAYS = 30;

interface RetentionParts {
  db: Kysely<Schema>;
  log: Logger;
  clock: Clock;
  after: After;
  /** Events older than so many days go. */
  keptDays: number;
}

/** Keeps the trail as long as it is to be kept, from now on until it is stopped. */
export interface AuditRetention {
  /** Resolves when the sweep that is under way has ended. */
  idle(): Promise<void>;
  /** Ends a sweep after its step; begins no other. */
  stop(): Promise<void>;
}

/**
 * Sweeps at once and then once a day; not while the newest event is older than {@link MOST_QUIET_DAYS}, as it seems to be
 * where the clock is ahead.
 */
export function startAuditRetention({
  db,
  log,
  clock,
  after,
  keptDays,
}: RetentionParts): AuditRetention {
  const stopping = new AbortController();
  const { signal } = stopping;
  let cancelNext = () => {};
  let sweeping = sweep();

  async function sweep(): Promise<void> {
    let nextMs = DAY_MS;
    try {
      const now = clock();
      const newest = await findNewestTime(db, now);
      if (newest !== null && newest < daysBefore(now, MOST_QUIET_DAYS)) {
        log.warn({
          event: "audit.sweep_doubted",
          newest: newest.toISOString(),
        });
      } else {
        const keptFrom = daysBefore(now, keptDays);
        const events = await sweepAuditEvents(db, keptFrom, signal);
        if (events > 0) {
          const kept_from = keptFrom.toISOString();
          log.info({ event: "audit.swept", events, kept_from });
        }
      }
    } catch (error) {
      log.error({ event: "audit.sweep_failed", err: error });
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

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * DAY_MS);
}

/** When the last event up to an instant was; null where there is none. */
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
