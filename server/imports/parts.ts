import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Progress } from "~server/command-line/progress";
import { raiseVersion, type Concerned } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";

export interface Pace {
  targetMs: number;
  clockMs(): number;
  pause(): Promise<void>;
}

/**
 * A writer waiting for an SQLite file looks again within 15 ms. PostgreSQL queues writers; a part there makes some
 * fifty round trips whatever its size.
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

interface PartsOptions {
  store: Store;
  pace: Pace;
  progress: Progress;
  total: number;
  open(db: Kysely<Schema>): Promise<void>;
}

const FIRST_SIZE = 5;
const LARGEST_SIZE = 1_000;
/** Caps growth after one lucky measurement. */
const MOST_GROWTH = 3;
/** Weight of a part relative to the next one. */
const DECAY = 0.7;
/** Sizes closer than this share of their mean do not reveal the fixed cost. */
const LEAST_SPREAD = 0.1;

/**
 * Sizes the next part for the target time, from the fixed cost and the cost per thing of earlier parts. A high fixed
 * cost lets parts take twice as long.
 */
export class PartSize {
  #next = FIRST_SIZE;
  #fixedMs = 0;
  #sums = { one: 0, size: 0, ms: 0, sizeSize: 0, sizeMs: 0 };

  constructor(private readonly targetMs: number) {}

  get next(): number {
    return this.#next;
  }

  took(size: number, ms: number): void {
    this.#add(size, ms);
    const { one, ms: sumMs, size: sumSize } = this.#sums;
    const [meanMs, meanSize] = [sumMs / one, sumSize / one];
    this.#fixedMs = this.#estimateFixed(meanSize, meanMs);
    const eachMs = Math.max(0.001, (meanMs - this.#fixedMs) / meanSize);
    const room = Math.max(this.targetMs, 2 * this.#fixedMs) - this.#fixedMs;
    const wanted = Math.floor(
      Math.min(room / eachMs, MOST_GROWTH * this.#next),
    );
    this.#next = Math.min(LARGEST_SIZE, Math.max(1, wanted));
  }

  #add(size: number, ms: number): void {
    const now = { one: 1, size, ms, sizeSize: size * size, sizeMs: size * ms };
    for (const name of Object.keys(now) as (keyof typeof now)[]) {
      this.#sums[name] = DECAY * this.#sums[name] + now[name];
    }
  }

  /** Keeps the last estimate if all parts had similar sizes. */
  #estimateFixed(meanSize: number, meanMs: number): number {
    const { one, sizeSize, sizeMs } = this.#sums;
    const variance = sizeSize / one - meanSize ** 2;
    const isKnown = variance > (LEAST_SPREAD * meanSize) ** 2;
    const fixed = isKnown
      ? meanMs - ((sizeMs / one - meanSize * meanMs) / variance) * meanSize
      : this.#fixedMs;
    return Math.min(meanMs, Math.max(0, fixed));
  }
}

/** Stores an import in parts, a transaction each, so others can write. Rows and figures agree after each part. */
export class Parts {
  #done = 0;

  constructor(private readonly options: PartsOptions) {}

  /** Returns how long it blocked other writers, in ms. */
  async storeOne(
    count: number,
    work: (db: Kysely<Schema>) => Promise<void>,
    concerned: Concerned = "named",
  ): Promise<number> {
    const { store, pace, progress, total, open } = this.options;
    await pace.pause();
    let from = 0;
    await store.db.transaction().execute(async (db) => {
      // Now it has the lock.
      from = pace.clockMs();
      await raiseVersion(db, concerned);
      await open(db);
      await work(db);
    });
    const took = pace.clockMs() - from;
    progress.at((this.#done += count), total);
    return took;
  }

  async storeAll<Thing>(
    things: readonly Thing[],
    work: (db: Kysely<Schema>, some: readonly Thing[]) => Promise<void>,
    concerned: Concerned = "named",
  ): Promise<void> {
    const size = this.newSize();
    for (let at = 0; at < things.length;) {
      const some = things.slice(at, at + size.next);
      const { length } = some;
      const ms = await this.storeOne(length, (db) => work(db, some), concerned);
      size.took(length, ms);
      at += length;
    }
  }

  newSize(): PartSize {
    return new PartSize(this.options.pace.targetMs);
  }
}
