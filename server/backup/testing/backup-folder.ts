import { readdirSync } from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
} from "~server/imports/testing/census-files";
import { openStore } from "~server/store/open-store";
import type { Store } from "~server/store/open-store";
import { runFile } from "~server/testing/child-process";
import { plainUser } from "~server/testing/plain-user";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { backUp } from "../back-up";

const AT = "2026-06-30T00:00:00Z";

export type BackupFolder = ReturnType<typeof makeBackupFolder>;

export function makeBackupFolder() {
  const { folder, remove } = makeTemporaryFolder();
  const dataDir = path.join(folder, "data");
  const copy = path.join(folder, "copy.db");

  async function opened<T>(
    work: (store: Store) => Promise<T>,
    at = dataDir,
  ): Promise<T> {
    const store = await openStore({ dataDir: at });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  return {
    folder,
    dataDir,
    copy,
    remove,
    opened,
    content: (at = dataDir) => opened(contentOf, at),
    /** Stores the small census, an account and its session. */
    fill: () =>
      opened(async (store) => {
        await importRows(store, SMALL_CENSUS);
        await addSession(store);
        return contentOf(store);
      }),
    backUp: () => backUp({ dataDir, target: copy, force: false }),
    names: (place = folder) => readdirSync(place).sort(),
    foreignDatabase() {
      const file = path.join(folder, "foreign.db");
      const foreign = new BetterSqlite(file);
      foreign.exec("create table notes (text)");
      foreign.close();
      return file;
    },
    async run(
      command: "command" | "restore-command",
      args: string[],
      env: Record<string, string> = {},
    ) {
      const child = runFile(`server/backup/${command}.ts`, args, {
        DATA_DIR: dataDir,
        ...env,
      });
      return { ...(await child.ended), said: child.lines };
    },
  };
}

async function addSession({ db }: Store): Promise<void> {
  const { id } = await db
    .insertInto("users")
    .values(plainUser("Ann"))
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("sessions")
    .values({
      id: "one",
      user_id: id,
      refresh_hash: "hash",
      previous_refresh_hash: null,
      rotated_at: AT,
      created_at: AT,
      last_seen_at: AT,
      revoked_at: null,
    })
    .execute();
}

/** Settings with the data elsewhere, and the command's message. */
export const OTHER_DATABASES: [
  where: string,
  env: Record<string, string>,
  words: RegExp,
][] = [
  [
    "PostgreSQL",
    { DATABASE_URL: "postgres://canary@127.0.0.1/x" },
    /^The data are in the PostgreSQL database of DATABASE_URL\. Use pg_/,
  ],
  [
    "an API host",
    { API_URL: "https://canary.test", SESSION_SECRET: "s".repeat(32) },
    /^The data are at the API host of API_URL/,
  ],
];
