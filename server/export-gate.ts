import { setTimeout as sleep } from "node:timers/promises";
import { ENOUGH_EXPORTS, EXPORTS_PER_USER } from "~/domain/lists/export-limits";
import { Refusal } from "./refusal";

const EXPORTS_IN_ALL = 4;
/** An export of which nothing is taken for so long is given up. */
const STALLED_MS = 60_000;
/** Exports take seconds; whoever is refused may try again soon. */
const RETRY_AFTER_S = "10";

export interface ExportLimits {
  /** Exports that are made at once for one user, and for everybody. */
  perUser: number;
  inAll: number;
  stalledMs: number;
  /** Waits so many milliseconds. */
  pause: (ms: number) => Promise<unknown>;
}

/** The place of an export among those that are being made. */
export interface ExportPlace {
  /**
   * Does a part of the export's work when its turn comes. An export asks for one part at a time, so that turns go round
   * among them all. Rejects without doing anything where the export has left meanwhile.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Makes room for another export; more than once does no harm. */
  leave(): void;
}

/**
 * Keeps exports from holding up everybody else: reading rows and writing CSV blocks this process. One export works at a
 * time, and after each part of it the process is left to others for as long as the part took, so that exports, however
 * many, take half of its time at most.
 */
export interface ExportGate {
  readonly stalledMs: number;
  /** Throws a {@link Refusal}: 429 where the user has enough exports under way, 503 where everybody together has. */
  enter(userId: number): ExportPlace;
}

export function createExportGate({
  perUser = EXPORTS_PER_USER,
  inAll = EXPORTS_IN_ALL,
  stalledMs = STALLED_MS,
  pause = sleep,
}: Partial<ExportLimits> = {}): ExportGate {
  const usersInside: number[] = [];
  let free: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    let tookMs = 0;
    const turn = free.then(async () => {
      const began = performance.now();
      try {
        return await work();
      } finally {
        tookMs = performance.now() - began;
      }
    });
    const rest = () => pause(Math.ceil(tookMs));
    free = turn.then(rest, rest);
    return turn;
  }

  return {
    stalledMs,
    enter(userId) {
      if (usersInside.filter((id) => id === userId).length >= perUser) {
        throw refusal(429, ENOUGH_EXPORTS);
      }
      if (usersInside.length >= inAll) {
        throw refusal(
          503,
          "Other exports are being made at the moment. Please try again in a minute.",
        );
      }
      usersInside.push(userId);
      let hasLeft = false;
      return {
        inTurn: (work) =>
          inTurn(async () => {
            if (hasLeft) throw new Error("the export has been given up");
            return work();
          }),
        leave() {
          if (hasLeft) return;
          hasLeft = true;
          usersInside.splice(usersInside.indexOf(userId), 1);
        },
      };
    },
  };
}

function refusal(status: 429 | 503, words: string): Refusal {
  return new Refusal(status, words, { "retry-after": RETRY_AFTER_S });
}
