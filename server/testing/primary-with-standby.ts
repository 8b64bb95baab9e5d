import { sql, type Kysely } from "kysely";
import {
  binaryFolder,
  startServer,
  startStandby,
} from "../../scripts/postgres-server.mjs";
import { connectTo } from "~/runtime/database/connect.server";
import { insertHandMadeCensus } from "~server/measures/testing/hand-made-census";
import { openStore } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";

const binaries = binaryFolder();

/** PostgreSQL's programs are installed. */
export const CAN_START_SERVERS = binaries !== null;

export interface PrimaryWithStandby {
  primaryUrl: string;
  standbyUrl: string;
  /** Stops the standby's replay. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Ends the standby at once, as a crash does. */
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  end(): Promise<void>;
}

export async function startPrimaryWithStandby(): Promise<PrimaryWithStandby> {
  if (!binaries) throw new Error("PostgreSQL is not installed");
  const primary = await startServer(binaries);
  try {
    const store = await openStore({ databaseUrl: primary.url });
    await insertHandMadeCensus(store.db);
    await store.close();
    const standby = await startStandby(binaries, primary.url);
    return {
      primaryUrl: primary.url,
      standbyUrl: standby.url,
      pauseReplay: () =>
        on(standby.url, async (db) => {
          await sql`select pg_wal_replay_pause()`.execute(db);
          while ((await pauseState(db)) !== "paused");
        }),
      resumeReplay: () =>
        on(standby.url, async (db) => {
          await sql`select pg_wal_replay_resume()`.execute(db);
        }),
      killStandby: () => standby.stop("SIGQUIT"),
      startStandby: () => standby.start(),
      async end() {
        await standby.end();
        await primary.end();
      },
    };
  } catch (error) {
    await primary.end();
    throw error;
  }
}

/** Pausing completes only after the running replay. */
async function pauseState(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select pg_get_wal_replay_pause_state() as state`.execute(db);
  return rows[0]?.state;
}

async function on(
  url: string,
  act: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const { db, close } = connectTo<Schema>(url, {});
  try {
    await act(db);
  } finally {
    await close();
  }
}
