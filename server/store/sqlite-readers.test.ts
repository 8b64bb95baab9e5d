import { existsSync, rmSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestApi } from "~server/testing/open-test-api";
import { IS_SECOND_RUN } from "~server/testing/open-test-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { openStore } from "./open-store";
import { inOneSnapshot } from "./snapshot";
import { openedForEach } from "~server/testing/opened";

/** Takes SQLite some milliseconds. */
const SOME_WORK = sql<{ count: number }>`
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
  select count(*) as count from numbers`;
const STATEMENTS = 200;
/** More than come round where a snapshot holds up the process from its beginning to its end. */
const TURNS = 5;

describe.skipIf(IS_SECOND_RUN)("snapshots of SQLite", () => {
  const api = openedForEach(() => openTestApi("sqlite"));
  const snapshot = <Data>(read: Parameters<typeof inOneSnapshot<Data>>[1]) =>
    inOneSnapshot(api.deps.store.db, read);

  it("leave the process to other calls between their statements", async () => {
    let isReading = true;
    const long = snapshot(async (db) => {
      for (let at = 0; at < STATEMENTS; at += 1) await SOME_WORK.execute(db);
    }).finally(() => {
      isReading = false;
    });
    let answered = 0;
    while (isReading) {
      expect((await api.get("/healthcheck")).status).toBe(200);
      if (isReading) answered += 1;
      await nextTurn();
    }
    await long;
    expect(answered).toBeGreaterThan(TURNS);
  });

  it("each keep their state of the data while others begin and end", async () => {
    const { db } = api.deps.store;
    const count = async (trx: typeof db) =>
      (await trx.selectFrom("divisions").select("id").execute()).length;
    const add = (id: number) =>
      db.insertInto("divisions").values({ id, name: "N" }).execute();
    const counted = await snapshot(async (first) => {
      const none = await count(first);
      await add(1);
      return snapshot(async (second) => {
        const one = await count(second);
        await add(2);
        return [none, one, await count(first), await count(second)];
      });
    });
    expect(counted).toEqual([0, 1, 0, 1]);
  });

  it("refuse to write, and fail with the error of SQLite", async () => {
    const writing = snapshot((db) =>
      sql`insert into divisions (id, name) values (1, 'North')`.execute(db),
    );
    await expect(writing).rejects.toBeInstanceOf(BetterSqlite.SqliteError);
    await expect(writing).rejects.toMatchObject({ code: "SQLITE_READONLY" });
    const rows = await snapshot((db) =>
      db.selectFrom("divisions").selectAll().execute(),
    );
    expect(rows).toEqual([]);
  });

  it("see what was stored before they began, on a handle that was used before", async () => {
    const { db } = api.deps.store;
    const names = () =>
      snapshot((trx) => trx.selectFrom("divisions").select("name").execute());
    expect(await names()).toEqual([]);
    await db.insertInto("divisions").values({ id: 1, name: "N" }).execute();
    expect(await names()).toEqual([{ name: "N" }]);
    await snapshot(async (trx) => {
      const before = await trx.selectFrom("divisions").selectAll().execute();
      await db.updateTable("divisions").set({ name: "S" }).execute();
      const after = await trx.selectFrom("divisions").selectAll().execute();
      expect(after).toEqual(before);
    });
    expect(await names()).toEqual([{ name: "S" }]);
  });

  it("name the values of a table that has got a column more since", async () => {
    const { db } = api.deps.store;
    await sql`create table kept (one integer)`.execute(db);
    await sql`insert into kept values (1)`.execute(db);
    const read = () =>
      snapshot((trx) =>
        sql`select kept.*, 'end' as last from kept`.execute(trx),
      );
    expect((await read()).rows).toEqual([{ one: 1, last: "end" }]);
    await sql`alter table kept add column two integer default 2`.execute(db);
    expect((await read()).rows).toEqual([{ one: 1, two: 2, last: "end" }]);
  });

  it("read all rows of a query again after somebody has left it halfway", async () => {
    const { db } = api.deps.store;
    const divisions = [1, 2, 3].map((id) => ({ id, name: String(id) }));
    await db.insertInto("divisions").values(divisions).execute();
    const all = (trx: typeof db) =>
      trx.selectFrom("divisions").selectAll().orderBy("id");
    await snapshot(async (trx) => {
      for await (const row of all(trx).stream(1)) {
        expect(row).toEqual(divisions[0]);
        break;
      }
      expect(await all(trx).execute()).toEqual(divisions);
    });
    expect(await snapshot((trx) => all(trx).execute())).toEqual(divisions);
  });

  it("go on after a query that failed", async () => {
    const failing = snapshot((db) => sql`select * from absent`.execute(db));
    await expect(failing).rejects.toThrow("no such table: absent");
    const { rows } = await snapshot((db) =>
      sql<{ one: number }>`select 1 as one`.execute(db),
    );
    expect(rows).toEqual([{ one: 1 }]);
  });

  it("let go of a file that is closed, and read another that takes its place", async () => {
    const { folder, remove } = makeTemporaryFolder();
    for (const name of ["first", "second"]) {
      const store = await openStore({ dataDir: folder });
      await store.db.insertInto("divisions").values({ id: 1, name }).execute();
      const read = (db: typeof store.db) =>
        db.selectFrom("divisions").select("name").execute();
      expect(await inOneSnapshot(store.db, read)).toEqual([{ name }]);
      const file = store.file ?? "";
      await store.close();
      // Whoever closes a file last removes its log.
      expect(existsSync(`${file}-wal`)).toBe(false);
      rmSync(file);
    }
    remove();
  });
});
