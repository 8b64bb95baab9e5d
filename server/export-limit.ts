import { setTimeout as sleep } from "node:timers/promises";
import {
  ENOUGH_EXPORTS,
  EXPORTS_PER_USER,
} from "~/domain/lists/download-texts";
import { Refusal } from "./refusal";
import { Semaphore } from "~/runtime/semaphore.server";

/** Each export keeps a snapshot open, which takes one of the twelve readers or ten connections of this process. */
const EXPORTS_IN_ALL = 4;
/** An export is aborted if its client reads nothing for this long. */
const STALLED_MS = 60_000;
const BUSY =
  "Other exports are being made at the moment. Please try again in a minute.";
/** Exports take seconds, so a retry can follow soon. */
const RETRY_AFTER_S = "10";

interface ExportLimits {
  perUser: number;
  inAll: number;
  stalledMs: number;
  pause: (ms: number) => Promise<unknown>;
}

export interface ExportSlot {
  /** Works at its turn, so exports alternate. Rejects if the export has ended. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  release(): void;
}

/** Reading rows and writing CSV block this process, so one export works at a time, at most half of the time. */
export interface ExportLimit {
  readonly stalledMs: number;
  /** Throws a {@link Refusal}: 429 if the user has too many exports running, 503 if all users together have. */
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
            if (isOver) throw new Error("the export was aborted");
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
