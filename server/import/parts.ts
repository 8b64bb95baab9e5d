import type { Kysely } from "kysely";
import type { Progress } from "~server/command-line/progress";
import { raiseVersion, type Concerned } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Pace } from "./pace";
import { PartSize } from "./part-size";

interface PartsOptions {
  store: Store;
  pace: Pace;
  progress: Progress;
  /** Of all things to store. */
  total: number;
  /** What each part does in its transaction after it has raised the version of the data. */
  open(db: Kysely<Schema>): Promise<void>;
}

/**
 * Stores an import part after part, each in a transaction of its own, and lets others write in between. Each part leaves
 * rows and figures in agreement.
 */
export class Parts {
  #done = 0;

  constructor(private readonly options: PartsOptions) {}

  /** Stores one part, of so many things. Returns how long others could not write, in ms. */
  async storeOne(
    count: number,
    work: (db: Kysely<Schema>) => Promise<void>,
    concerned: Concerned = "named",
  ): Promise<number> {
    const { store, pace, progress, total, open } = this.options;
    await pace.pause();
    let from = 0;
    await store.db.transaction().execute(async (db) => {
      // From here on it has the lock.
      from = pace.clockMs();
      await raiseVersion(db, concerned);
      await open(db);
      await work(db);
    });
    const took = pace.clockMs() - from;
    progress.at((this.#done += count), total);
    return took;
  }

  /** Stores all of some things, so many at a time that a part takes as long as it should. */
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
