import { setTimeout as sleep } from "node:timers/promises";
import { ENOUGH_EXPORTS, EXPORTS_PER_USER } from "~/domain/lists/export-limits";
import { Refusal } from "./refusal";
import { Semaphore } from "~/runtime/semaphore.server";

/** Each has a snapshot open while it is read, which is one of the twelve readers or ten connections of this process. */
const EXPORTS_IN_ALL = 4;
/** An export of which nothing is taken for so long is given up. */
const STALLED_MS = 60_000;
const BUSY =
  "Other exports are being made at the moment. Please try again in a minute.";
/** Exports take seconds; whoever is refused may try again soon. */
const RETRY_AFTER_S = "10";

interface ExportLimits {
  /** Exports that are made at once for one user, and for everybody. */
  perUser: number;
  inAll: number;
  stalledMs: number;
  pause: (ms: number) => Promise<unknown>;
}

export interface ExportSlot {
  /**
   * Does a part of the export's work when its turn comes. An export asks for one part at a time, so that turns go round
   * among them all. Rejects without doing anything where the export has ended meanwhile.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Makes room for another export; more than once does no harm. */
  release(): void;
}

/**
 * Keeps exports from holding up everybody else: reading rows and writing CSV blocks this process. One export works at a
 * time, and after each part of it the process is left to others for as long as the part took, so that exports, however
 * many, take half of its time at most.
 */
export interface ExportLimit {
  readonly stalledMs: number;
  /** Throws a {@link Refusal}: 429 where the user has enough exports under way, 503 where everybody together has. */
  begin(userId: number): ExportSlot;
}

export function createExportLimit({
  perUser = EXPORTS_PER_USER,
  inAll = EXPORTS_IN_ALL,
  stalledMs = STALLED_MS,
  pause = sleep,
}: Partial<ExportLimits> = {}): ExportLimit {
  const exports = new Semaphore<number>({ atOnce: inAll, perKey: perUser });
  const turns = new Semaphore({ atOnce: 1 });

  return {
    stalledMs,
    begin(userId) {
      const release = exports.tryAcquire(userId);
      if (!release) {
        const facts = { headers: { "retry-after": RETRY_AFTER_S } };
        throw exports.isFullFor(userId)
          ? new Refusal(429, ENOUGH_EXPORTS, facts)
          : new Refusal(503, BUSY, facts);
      }
      let isOver = false;
      return {
        async inTurn(work) {
          const endTurn = await turns.acquire();
          const began = performance.now();
          try {
            if (isOver) throw new Error("the export has been given up");
            return await work();
          } finally {
            const tookMs = Math.ceil(performance.now() - began);
            void pause(tookMs).then(() => endTurn?.());
          }
        },
        release() {
          isOver = true;
          release();
        },
      };
    },
  };
}
