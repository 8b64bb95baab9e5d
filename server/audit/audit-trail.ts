import { setImmediate as nextTurn } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import pg from "pg";
import type { Logger } from "pino";
import type { After } from "~server/clock/clock";
import { Refusal } from "~server/refusal";
import type { AuditRecord } from "./audit-events";

/** Records that wait for the database, and are in the log meanwhile. */
export const MOST_HELD = 10_000;
/** A caller goes on after this long, though the database has not taken the record yet. */
export const CALLER_WAITS_MS = 1_000;
/** How long a stop waits for the records that are held. */
export const SETTLE_WITHIN_MS = 5_000;
const WRITTEN_AT_ONCE = 250;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const PAUSE_AT_STOP_MS = 200;

/** Records what is no change by itself: what was seen, exported or tried. Changes write in their own transaction. */
export interface AuditTrail {
  /**
   * Resolves when the record is stored. Where the database is busy or away it resolves after {@link CALLER_WAITS_MS}: the
   * record is in the log and is held until the database takes it. Throws a {@link Refusal} (503) where
   * {@link MOST_HELD} records are held already, so that nobody is shown anything unrecorded without end.
   */
  record(record: AuditRecord): Promise<void>;
  /** Resolves when nothing is held, or after {@link SETTLE_WITHIN_MS}; then what is left is given up, as the log says. */
  settled(): Promise<void>;
}

export interface AuditTrailParts {
  /** Stores all of the records or none, in their order. */
  write: (records: readonly AuditRecord[]) => Promise<void>;
  log: Logger;
  after: After;
}

interface Held {
  record: AuditRecord;
  stored(): void;
  failed(error: Error): void;
}

/**
 * Says in the log what is being recorded, in ids and counts alone, so that it can be found there where its row is lost.
 * Usernames and addresses are in the row only. Whoever records in a transaction of their own calls it after the commit.
 */
export function logAuditRecord(log: Logger, record: AuditRecord): void {
  log.info({ event: `audit.${record.action}`, ...linesOf(record) });
}

function linesOf({ user, target, details, requestId }: AuditRecord) {
  return {
    user_id: user?.id ?? null,
    ...(target && { target_user_id: target.id }),
    details: details ?? {},
    request_id: requestId,
  };
}

/**
 * Records that come while others are being written share the next commit. They are written one commit after the other,
 * so that their ids are in the order in which they came, as far as one process goes.
 */
export function createAuditTrail(parts: AuditTrailParts): AuditTrail {
  const { log, after } = parts;
  const held: Held[] = [];
  let writing: Promise<void> | null = null;
  let isStopping = false;
  let isGivenUp = false;
  let endPause = () => {};

  function begin(): void {
    writing ??= writeHeld().finally(() => {
      writing = null;
      // Somebody may have come between the last look and this.
      if (held.length > 0 && !isGivenUp) begin();
    });
  }

  async function writeHeld(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    // Those of the same turn share a commit.
    await nextTurn();
    while (held.length > 0 && !isGivenUp) {
      try {
        await storeFirst(held, WRITTEN_AT_ONCE, parts);
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        log.error({ event: "audit.held", records: held.length, err: error });
        await pause(isStopping ? PAUSE_AT_STOP_MS : pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = after(ms, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  return {
    async record(record) {
      if (isGivenUp || held.length >= MOST_HELD) throw tooManyHeld(log, record);
      logAuditRecord(log, record);
      const stored = hold(held, record, after);
      begin();
      await stored;
    },

    async settled() {
      if (held.length === 0) return;
      const deadline = startDeadline(SETTLE_WITHIN_MS, after);
      isStopping = true;
      endPause();
      while (held.length > 0 && !deadline.isOver()) {
        await Promise.race([writing, deadline.over]);
      }
      deadline.cancel();
      isStopping = false;
      if (held.length === 0) return;
      isGivenUp = true;
      endPause();
      log.error({ event: "audit.unwritten", records: held.length });
    },
  };
}

/** Puts a record behind those that are held. Resolves when it is stored, or after {@link CALLER_WAITS_MS}. */
function hold(held: Held[], record: AuditRecord, after: After): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = after(CALLER_WAITS_MS, resolve);
    held.push({
      record,
      stored() {
        cancel();
        resolve();
      },
      failed(error) {
        cancel();
        reject(error);
      },
    });
  });
}

/** Classes of SQLSTATE: data exception, integrity constraint violation. */
const PG_CLASSES = ["22", "23"];
const SQLITE_CODES = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/**
 * True where a database will never take what it was given. Everything else is the database's own trouble (locked, away,
 * full), and the next try may find it well.
 */
function isFaultOfRecord(error: unknown): error is Error {
  if (error instanceof BetterSqlite.SqliteError) {
    return SQLITE_CODES.test(error.code);
  }
  if (error instanceof pg.DatabaseError) {
    return PG_CLASSES.some((one) => error.code?.startsWith(one));
  }
  // Values that cannot be bound or written as JSON.
  return error instanceof TypeError || error instanceof RangeError;
}

/** Stores the first records that are held and takes them out. Throws where it is the database that does not take them. */
async function storeFirst(
  held: Held[],
  count: number,
  { write, log }: Pick<AuditTrailParts, "write" | "log">,
): Promise<void> {
  const batch = held.slice(0, count);
  try {
    await write(batch.map(({ record }) => record));
    for (const { stored } of batch) stored();
  } catch (error) {
    if (!isFaultOfRecord(error)) throw error;
    // One that the database never takes must not keep the others waiting.
    if (batch.length > 1) {
      for (let left = batch.length; left > 0; left -= 1) {
        await storeFirst(held, 1, { write, log });
      }
      return;
    }
    for (const { record, failed } of batch) {
      log.error({ ...factsOf("audit.refused", record), err: error });
      failed(error);
    }
  }
  held.splice(0, batch.length);
}

function tooManyHeld(log: Logger, record: AuditRecord): Refusal {
  log.error(factsOf("audit.full", record));
  return new Refusal(
    503,
    "The server cannot record who sees what at the moment. Please try again in a minute.",
    { headers: { "retry-after": "30" } },
  );
}

function factsOf(event: string, record: AuditRecord) {
  return { event, action: record.action, ...linesOf(record) };
}

function startDeadline(ms: number, after: After) {
  let isOver = false;
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = after(ms, () => {
      isOver = true;
      resolve();
    });
  });
  return { over, isOver: () => isOver, cancel: () => cancel() };
}
