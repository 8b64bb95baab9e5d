import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { connectTo } from "~/runtime/database/connect.server";
import { REQUEST_LIMITS } from "~/runtime/database/postgres-pool.server";
import type { DataState } from "./data-state";
import { ReadReplica, type ReplicaTimes } from "./read-replica";
import type { Schema } from "./schema";
import { inOneSnapshot } from "./snapshot";

/** How many standbys there are, and how many of them are used at the moment. */
export interface ReplicaCounts {
  all: number;
  used: number;
}

/** Where readings of census data go: to a standby that has just these data, else to the primary (decision 43). */
export interface ReadReplicas {
  /**
   * Reads in one snapshot. A standby is asked only for data of the state, which the caller has read from the primary. The
   * primary answers with what it has. What may change without a new version of the data does not belong here.
   */
  read<Data>(
    state: DataState,
    read: (snapshot: Kysely<Schema>) => Promise<Data>,
  ): Promise<Data>;
  /** As they are known; looks at them again in the background. */
  counts(): ReplicaCounts;
  close(): Promise<void>;
}

const TIMES: ReplicaTimes = {
  limitMs: 1_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
};

/** Connects to the standbys of a primary. One that is not there is no error: it is used when it comes. */
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

/** Where there are no standbys: the primary answers everything. */
export function noReadReplicas(primary: Kysely<Schema>): ReadReplicas {
  return {
    read: (_, read) => inOneSnapshot(primary, read),
    counts: () => ({ all: 0, used: 0 }),
    close: async () => undefined,
  };
}
