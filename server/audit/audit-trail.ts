import { setImmediate as nextTurn } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import pg from "pg";
import type { Logger } from "pino";
import type { After } from "~server/clock/clock";
import { Refusal } from "~server/refusal";
import type { AuditRecord } from "./audit-events";

/** Records waiting for the database; they are in the log already. */
export const MOST_HELD = 10_000;
/** The caller continues after this long even if the record is not stored yet. */
export const CALLER_WAITS_MS = 1_000;
/** How long a shutdown waits for held records. */
export const SETTLE_WITHIN_MS = 5_000;
const WRITTEN_AT_ONCE = 250;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const PAUSE_AT_STOP_MS = 200;

/** Changes write their records in their own transaction. */
export interface AuditTrail {
  /**
   * Resolves when stored, or after {@link CALLER_WAITS_MS}: the log has the record then. Throws a {@link Refusal} (503)
   * if {@link MOST_HELD} are held, to limit what is shown unrecorded.
   */
  record(record: AuditRecord): Promise<void>;
  /** Resolves when nothing is held, or after {@link SETTLE_WITHIN_MS}; then drops and logs the rest. */
  settled(): Promise<void>;
}

export interface AuditTrailParts {
  write: (records: readonly AuditRecord[]) => Promise<void>;
  log: Logger;
  after: After;
}

interface HeldRecord {
  record: AuditRecord;
  /** Stored, or refused by the database. */
  end(error?: Error): void;
}

/** Logs ids and counts in case the row is lost, no usernames. Call it after the commit of your own transaction. */
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

/** Records that arrive during a commit share the next one, so ids follow arrival in one process. */
export function createAuditTrail(parts: AuditTrailParts): AuditTrail {
  const { log, after } = parts;
  const held: HeldRecord[] = [];
  let writing: Promise<void> | null = null;
  let isStopping = false;
  let isGivenUp = false;
  let endPause = () => {};

  function begin(): void {
    writing ??= writeHeld().finally(() => {
      writing = null;
      // A record may have arrived after the last check.
      if (held.length > 0 && !isGivenUp) begin();
    });
  }

  async function writeHeld(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    // Records of the same turn share a commit.
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
      await new Promise<void>((resolve, reject) => {
        const cancel = after(CALLER_WAITS_MS, resolve);
        const end = (error?: Error) => {
          cancel();
          if (error) reject(error);
          else resolve();
        };
        held.push({ record, end });
        begin();
      });
    },

    async settled() {
      if (held.length === 0) return;
      let isOver = false;
      let cancel = () => {};
      const late = new Promise<void>((resolve) => {
        cancel = after(SETTLE_WITHIN_MS, () => {
          isOver = true;
          resolve();
        });
      });
      isStopping = true;
      endPause();
      while (held.length > 0 && !isOver) {
        await Promise.race([writing, late]);
      }
      cancel();
      isStopping = false;
      if (held.length === 0) return;
      isGivenUp = true;
      endPause();
      log.error({ event: "audit.unwritten", records: held.length });
    },
  };
}

/** SQLSTATE classes: data exception, integrity constraint violation. */
const PG_CLASSES = ["22", "23"];
const SQLITE_CODES = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/** The database will never accept the record. All other errors are the database's, and a retry may succeed. */
function isFaultOfRecord(error: unknown): error is Error {
  if (error instanceof BetterSqlite.SqliteError) {
    return SQLITE_CODES.test(error.code);
  }
  if (error instanceof pg.DatabaseError) {
    return PG_CLASSES.some((one) => error.code?.startsWith(one));
  }
  // Values that cannot be bound or serialised as JSON.
  return error instanceof TypeError || error instanceof RangeError;
}

/** Stores the first held records and removes them. Throws if the database is at fault. */
async function storeFirst(
  held: HeldRecord[],
  count: number,
  { write, log }: Pick<AuditTrailParts, "write" | "log">,
): Promise<void> {
  const batch = held.slice(0, count);
  try {
    await write(batch.map(({ record }) => record));
    for (const { end } of batch) end();
  } catch (error) {
    if (!isFaultOfRecord(error)) throw error;
    // Retry one by one: a record that the database rejects must not block the others.
    if (batch.length > 1) {
      for (let left = batch.length; left > 0; left -= 1) {
        await storeFirst(held, 1, { write, log });
      }
      return;
    }
    for (const { record, end } of batch) {
      log.error({ ...factsOf("audit.refused", record), err: error });
      end(error);
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
