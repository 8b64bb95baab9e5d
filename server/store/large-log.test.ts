import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emptyLog, logBytes } from "~/runtime/database/log-size.server";
import { LOG_KEPT_BYTES } from "~/runtime/database/sqlite-handle.server";
import { startDiskWatch } from "~server/jobs/disk-watch";
import { folderForEach } from "~server/testing/opened";
import { openTestApi } from "~server/testing/open-test-api";
import { IS_SECOND_RUN } from "~server/testing/open-test-store";
import { openStore, type Store } from "./open-store";
import { inOneSnapshot } from "./snapshot";

/** More than SQLite keeps in memory of a transaction. */
const PAGES = 16_000;

describe.skipIf(IS_SECOND_RUN)("the write-ahead log", () => {
  let server: Store;
  let command: Store;
  const here = folderForEach();
  let file: string;
  beforeEach(async () => {
    server = await openStore({ dataDir: here.folder });
    command = await openStore({ dataDir: here.folder });
    file = server.file ?? "";
  });
  afterEach(async () => {
    await command.close();
    await server.close();
  });

  async function failLargely(): Promise<void> {
    const failing = command.db.transaction().execute(async (db) => {
      await sql`create table large (filling blob)`.execute(db);
      await sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${PAGES})
        insert into large select randomblob(4000) from numbers`.execute(db);
      throw new Error("no room");
    });
    await expect(failing).rejects.toThrow("no room");
    expect(logBytes(file)).toBeGreaterThan(LOG_KEPT_BYTES);
  }

  it("of a large transaction that failed is given back while a server has the file open", async () => {
    await failLargely();
    expect(await emptyLog(command)).toBe(true);
    expect(logBytes(file)).toBe(0);
  });

  it("is left where somebody reads, and emptied when they have ended", async () => {
    await failLargely();
    await server.db.insertInto("divisions").values(division(1)).execute();
    await inOneSnapshot(server.db, async (snapshot) => {
      await snapshot.selectFrom("divisions").selectAll().execute();
      await command.db.insertInto("divisions").values(division(2)).execute();
      expect(await emptyLog(command)).toBe(false);
    });
    expect(await emptyLog(command)).toBe(true);
    expect(logBytes(file)).toBe(0);
  });

  it("of an import that was killed is emptied by the server", async () => {
    await failLargely();
    const api = await openTestApi("sqlite");
    const { log } = api.deps;
    const watch = startDiskWatch({
      store: server,
      log,
      after: () => () => undefined,
    });
    await watch.now();
    expect(logBytes(file)).toBe(0);
    await watch.stop();
    await api.close();
  });
});

function division(id: number) {
  return { id, name: `Division ${id}` };
}
