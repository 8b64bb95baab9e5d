import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dialect } from "~/runtime/database/connect.server";
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
  const stopping = new AbortController();
  let isWanted = true;
  let hasBegun = false;
  let cancelLook = () => {};
  let round: Promise<void> | null = null;

  async function work(): Promise<void> {
    try {
      if (!hasBegun && parts.dialect === "sqlite") await releaseAll(db);
      hasBegun = true;
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false;
        for (;;) {
          // Let other requests in between two reports.
          await nextTurn();
          if (stopping.signal.aborted) return;
          const held = await claimNext(db, clock());
          if (!held) break;
          await attemptReport(parts, held, stopping.signal);
        }
      }
    } catch (error) {
      // The database is busy or away; retry at the next poll.
      isWanted = false;
      log.error({ event: "qies.worker_failed", err: error });
    }
  }

  async function run(): Promise<void> {
    isWanted = true;
    // A request may have arrived after the round's last query.
    while (isWanted && !stopping.signal.aborted) await runRound();
  }

  function runRound(): Promise<void> {
    round ??= work().finally(() => {
      round = null;
      cancelLook();
      if (stopping.signal.aborted) return;
      cancelLook = after(LOOK_EVERY_MS, () => void run());
    });
    return round;
  }

  void run();
  return {
    wake: () => {
      if (!stopping.signal.aborted) void run();
    },
    /** Resolves when everything due has been tried. */
    idle: () => run(),
    /** Abandons the running attempt, which the next start resumes, and begins no other. */
    async stop() {
      stopping.abort();
      cancelLook();
      await round;
    },
  };
}
