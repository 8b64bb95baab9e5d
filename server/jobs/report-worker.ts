import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dialect } from "~/runtime/database/connect.server";
import { startRounds } from "~server/clock/rounds";
import { attemptReport, type AttemptParts } from "./report-attempt";
import { claimNext, releaseAll } from "./report-queue";

/** How often the worker polls for due requests; a new request wakes it at once. */
const LOOK_EVERY_MS = 15_000;

export type ReportWorker = ReturnType<typeof startReportWorker>;

/**
 * Makes one report at a time. SQLite has one process, so claims of a killed one are released at once; PostgreSQL's
 * leases must expire.
 */
export function startReportWorker(parts: AttemptParts & { dialect: Dialect }) {
  const { db, log, clock, after } = parts;
  let hasBegun = false;
  const { now, stop } = startRounds(after, async (stopping) => {
    try {
      if (!hasBegun && parts.dialect === "sqlite") await releaseAll(db);
      hasBegun = true;
      for (;;) {
        // Let other requests in between two reports.
        await nextTurn();
        const held = stopping.aborted ? null : await claimNext(db, clock());
        if (!held) break;
        await attemptReport(parts, held, stopping);
      }
    } catch (error) {
      // The database is busy or away; retry at the next poll.
      log.error({ event: "qies.worker_failed", err: error });
    }
    return LOOK_EVERY_MS;
  });
  return {
    wake: () => void now(),
    /** Resolves when everything due has been tried. */
    idle: now,
    /** Abandons the running attempt, which the next start resumes, and begins no other. */
    stop,
  };
}
