import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely, ControlledTransaction } from "kysely";
import type { Logger } from "pino";
import { connectTo } from "~/runtime/database/connect.server";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import { REQUEST_LIMITS } from "~/runtime/database/postgres-pool.server";
import { type DataState, isSameState, readDataState } from "./data-state";
import type { Schema } from "./schema";
import { inOneSnapshot } from "./snapshot";

export interface ReplicaCounts {
  all: number;
  used: number;
}

/** Routes reads of census data to a standby with exactly these data, else to the primary (decision 44). */
export interface ReadReplicas {
  /**
   * Reads in one snapshot, on a standby only if its data have the given state of the primary. Read nothing here that
   * can change without a new data version.
   */
  read<Data>(
    state: DataState,
    read: (snapshot: Kysely<Schema>) => Promise<Data>,
  ): Promise<Data>;
  /** The last known counts; starts a new check in the background. */
  counts(): ReplicaCounts;
  close(): Promise<void>;
}

export interface ReplicaTimes {
  /** How long to wait for a snapshot before the primary answers. */
  limitMs: number;
  /** Pause before a failed standby is checked again; it doubles up to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
}

/** New: not checked yet. Away: no answer. Behind: replay incomplete, or other data. */
type ReplicaTrouble = "new" | "away" | "behind";

type Snapshot = ControlledTransaction<Schema>;
type Condition = (db: Kysely<Schema>) => Promise<boolean>;

interface ReplicaOptions {
  name: string;
  db: Kysely<Schema>;
  primary: Kysely<Schema>;
  log: Logger;
  times: ReplicaTimes;
}

/** A standby. Each snapshot checks its data first, so it never returns old data. */
class ReadReplica {
  private trouble: ReplicaTrouble | null = "new";
  private pauseMs = 0;
  private lookAgainAt = 0;
  private looking: Promise<void> | null = null;

  constructor(private readonly options: ReplicaOptions) {}

  get isUsed(): boolean {
    return this.trouble === null;
  }

  /** Reads from the standby; null if it cannot answer and the primary has to. */
  async read<Data>(
    state: DataState,
    read: (snapshot: Kysely<Schema>) => Promise<Data>,
  ): Promise<{ data: Data } | null> {
    const begun = await this.begin(async (snapshot) =>
      isSameState(await readDataState(snapshot), state),
    );
    if ("trouble" in begun) {
      // Many reads may hit the same fault; only the first logs it.
      if (this.isUsed) this.leaveOut(begun.trouble, begun.error);
      return null;
    }
    try {
      return { data: await read(begun.snapshot) };
    } catch (error) {
      const trouble = databaseTroubleOf(error);
      // The primary would take as long, and the caller has given up.
      if (trouble === "overloaded") throw error;
      if (trouble === "away" && this.isUsed) this.leaveOut("away", error);
      return null;
    } finally {
      await end(begun.snapshot);
    }
  }

  /** Checks in the background whether it can be used: at once if it is in use, after its pause otherwise. */
  look(): void {
    if (this.looking) return;
    if (!this.isUsed && performance.now() < this.lookAgainAt) return;
    this.looking = this.findOut().finally(() => {
      this.looking = null;
    });
  }

  async close(): Promise<void> {
    await this.looking;
    await this.options.db.destroy();
  }

  private async findOut(): Promise<void> {
    const { primary } = this.options;
    const wanted = await readStanding(primary).catch(() => null);
    // Unknown while the primary is away.
    if (!wanted) return;
    const begun = await this.begin(async (snapshot) => {
      const found = await readStanding(snapshot);
      return (
        isSameState(found.state, wanted.state) &&
        found.migrations === wanted.migrations
      );
    });
    if ("trouble" in begun) return this.leaveOut(begun.trouble, begun.error);
    await end(begun.snapshot);
    this.use();
  }

  /** Releases a snapshot that arrives too late. */
  private async begin(
    condition: Condition,
  ): Promise<
    { snapshot: Snapshot } | { trouble: ReplicaTrouble; error?: unknown }
  > {
    const over = new AbortController();
    const { limitMs } = this.options.times;
    const late = sleep(limitMs, null, { signal: over.signal }).then(() => {
      throw new Error(`It did not answer within ${limitMs} ms.`);
    });
    const opening = snapshotWhere(this.options.db, condition);
    try {
      const snapshot = await Promise.race([opening, late]);
      return snapshot ? { snapshot } : { trouble: "behind" };
    } catch (error) {
      opening.then(
        (snapshot) => snapshot && end(snapshot),
        () => undefined,
      );
      return { trouble: "away", error };
    } finally {
      late.catch(() => undefined);
      over.abort();
    }
  }

  private leaveOut(trouble: ReplicaTrouble, error: unknown): void {
    const { firstPauseMs, longestPauseMs } = this.options.times;
    this.pauseMs = this.isUsed
      ? firstPauseMs
      : Math.min(Math.max(2 * this.pauseMs, firstPauseMs), longestPauseMs);
    this.lookAgainAt = performance.now() + this.pauseMs;
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    const { log, name: replica } = this.options;
    const entry = { event: "replica.left_out", replica, reason: trouble };
    log.warn({ ...entry, ...(error !== undefined && { err: error }) });
  }

  private use(): void {
    this.pauseMs = 0;
    if (this.isUsed) return;
    this.trouble = null;
    this.options.log.info({
      event: "replica.used",
      replica: this.options.name,
    });
  }
}

async function snapshotWhere(
  db: Kysely<Schema>,
  condition: Condition,
): Promise<Snapshot | null> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  let holds = false;
  try {
    holds = await condition(snapshot);
    return holds ? snapshot : null;
  } finally {
    if (!holds) await end(snapshot);
  }
}

/** A lost connection ends its snapshot. */
async function end(snapshot: Snapshot): Promise<void> {
  await snapshot
    .rollback()
    .execute()
    .catch(() => undefined);
}

async function readStanding(db: Kysely<Schema>) {
  const { count } = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { state: await readDataState(db), migrations: count };
}

const TIMES: ReplicaTimes = {
  limitMs: 1_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
};

/** Connects to the standbys of a primary. A missing one is no error: it is used once it appears. */
export function openReadReplicas(
  primary: Kysely<Schema>,
  addresses: readonly string[],
  log: Logger,
  times: ReplicaTimes = TIMES,
): ReadReplicas {
  const requestLimits = { ...REQUEST_LIMITS, connectionMs: times.limitMs };
  const replicas = addresses.map((databaseUrl) => {
    const { db } = connectTo<Schema>(databaseUrl, { requestLimits });
    const { host, pathname } = new URL(databaseUrl);
    return new ReadReplica({ name: host + pathname, db, primary, log, times });
  });
  const look = () => replicas.forEach((replica) => replica.look());
  look();
  let turn = 0;
  return {
    async read(state, read) {
      const used = replicas.filter(({ isUsed }) => isUsed);
      replicas.filter(({ isUsed }) => !isUsed).forEach((one) => one.look());
      const answer = await used[turn++ % used.length]?.read(state, read);
      return answer ? answer.data : inOneSnapshot(primary, read);
    },
    counts() {
      look();
      return {
        all: replicas.length,
        used: replicas.filter(({ isUsed }) => isUsed).length,
      };
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

/** Sends all reads to the primary. */
export function noReadReplicas(primary: Kysely<Schema>): ReadReplicas {
  return {
    read: (_, read) => inOneSnapshot(primary, read),
    counts: () => ({ all: 0, used: 0 }),
    close: async () => undefined,
  };
}
