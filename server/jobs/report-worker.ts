import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dialect } from "~/runtime/database/connect.server";
import { attemptReport, type AttemptParts } from "./report-attempt";
import { claimNext, releaseAll } from "./report-queue";

/** How often the worker looks for requests whose time has come; a new one wakes it at once. */
const LOOK_EVERY_MS = 15_000;

export interface ReportWorkerParts extends AttemptParts {
  dialect: Dialect;
}

/** Makes requested reports, one at a time, in the process of the data server. */
export interface ReportWorker {
  /** There may be something to do. */
  wake(): void;
  /** Resolves when everything that is due by now has been tried. */
  idle(): Promise<void>;
  /** Gives up the attempt that is under way, to be taken up at the next start; begins no other. */
  stop(): Promise<void>;
}

/**
 * Starts the worker. On SQLite one process owns the database: what a killed one has left is taken up at once; on
 * PostgreSQL others may be at work, so the lease of a request has to run out first.
 */
export function startReportWorker(parts: ReportWorkerParts): ReportWorker {
  const { db, log, clock, after } = parts;
  const stopping = new AbortController();
  let isWanted = true;
  let hasBegun = false;
  let cancelLook = () => {};
  let round: Promise<void> | null = null;

  async function begin(): Promise<void> {
    if (!hasBegun && parts.dialect === "sqlite") await releaseAll(db);
    hasBegun = true;
  }

  async function work(): Promise<void> {
    try {
      await begin();
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false;
        for (;;) {
          // Between two reports everybody else has a turn.
          await nextTurn();
          if (stopping.signal.aborted) return;
          const held = await claimNext(db, clock());
          if (!held) break;
          await attemptReport(parts, held, stopping.signal);
        }
      }
    } catch (error) {
      // The database is busy or away; the next look may find it well.
      isWanted = false;
      log.error({ event: "qies.worker_failed", err: error });
    }
  }

  async function run(): Promise<void> {
    isWanted = true;
    // Somebody may have asked for more just after the last look of the round.
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
    idle: () => run(),
    async stop() {
      stopping.abort();
      cancelLook();
      await round;
    },
  };
}
