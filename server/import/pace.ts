import { setTimeout as sleep } from "node:timers/promises";
import type { Dialect } from "~/runtime/database/connect.server";

/** How the parts of an import follow each other. */
export interface Pace {
  /** How long a part should take, in ms. */
  targetMs: number;
  clockMs(): number;
  /** Lets others write between two parts. */
  pause(): Promise<void>;
}

/**
 * A writer that waits for an SQLite file looks again after 15 ms at the latest. One that waits for PostgreSQL is in its
 * queue, and waits for nothing but its own rows; there a part has some fifty ways to the database whatever its size.
 */
const PACES: Record<Dialect, { targetMs: number; pauseMs: number }> = {
  sqlite: { targetMs: 50, pauseMs: 20 },
  postgres: { targetMs: 200, pauseMs: 0 },
};

export function paceOf(dialect: Dialect): Pace {
  const { targetMs, pauseMs } = PACES[dialect];
  return {
    targetMs,
    clockMs: () => performance.now(),
    async pause() {
      if (pauseMs > 0) await sleep(pauseMs);
    },
  };
}
