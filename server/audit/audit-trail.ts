import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { After } from "~server/clock/timers";
import { Refusal } from "~server/refusal";
import type { AuditRecord } from "./audit-events";
import { linesOf, logAuditRecord } from "./audit-log";
import { isFaultOfRecord } from "./fault-of-record";

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
 * Records that come while others are being written share the next commit. They are written one commit after the other,
 * so that their ids are in the order in which they came, as far as one process goes.
 */
export function createAuditTrail({
  write,
  log,
  after,
}: AuditTrailParts): AuditTrail {
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
        await store(held.slice(0, WRITTEN_AT_ONCE));
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        log.error({ event: "audit.held", records: held.length, err: error });
        await pause(isStopping ? PAUSE_AT_STOP_MS : pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Throws where it is the database that does not take them. */
  async function store(batch: readonly Held[]): Promise<void> {
    try {
      await write(batch.map(({ record }) => record));
    } catch (error) {
      if (!isFaultOfRecord(error)) throw error;
      // One that the database never takes must not keep the others waiting.
      if (batch.length > 1) {
        for (const one of batch) await store([one]);
        return;
      }
      for (const { record, failed } of batch) {
        const { action } = record;
        log.error({
          event: "audit.refused",
          action,
          ...linesOf(record),
          err: error,
        });
        failed(error);
      }
      held.splice(0, batch.length);
      return;
    }
    for (const { stored } of batch) stored();
    held.splice(0, batch.length);
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
      if (isGivenUp || held.length >= MOST_HELD) {
        log.error({
          event: "audit.full",
          action: record.action,
          ...linesOf(record),
        });
        throw new Refusal(
          503,
          "The server cannot record who sees what at the moment. Please try again in a minute.",
          { headers: { "retry-after": "30" } },
        );
      }
      logAuditRecord(log, record);
      await new Promise<void>((resolve, reject) => {
        const cancel = after(CALLER_WAITS_MS, resolve);
        const stored = () => {
          cancel();
          resolve();
        };
        const failed = (error: Error) => {
          cancel();
          reject(error);
        };
        held.push({ record, stored, failed });
        begin();
      });
    },

    async settled() {
      if (held.length === 0) return;
      let isLate = false;
      let cancel = () => {};
      const late = new Promise<void>((resolve) => {
        cancel = after(SETTLE_WITHIN_MS, () => {
          isLate = true;
          resolve();
        });
      });
      isStopping = true;
      endPause();
      while (held.length > 0 && !isLate) await Promise.race([writing, late]);
      cancel();
      isStopping = false;
      if (held.length === 0) return;
      isGivenUp = true;
      endPause();
      log.error({ event: "audit.unwritten", records: held.length });
    },
  };
}
