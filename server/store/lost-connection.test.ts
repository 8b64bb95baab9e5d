import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabaseUrl } from "~server/env";
import { openTestStore } from "~server/testing/open-test-store";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";

test.runIf(testDatabaseUrl())(
  "a connection that the server ends between two statements fails the next one and nothing else",
  async () => {
    const [store, other] = [
      await openTestStore("postgres"),
      await openTestStore("postgres"),
    ];
    const failure = await store.db
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`
          select pg_backend_pid() as pid`.execute(trx);
        const pid = rows[0]?.pid;
        await sql`select pg_terminate_backend(${pid}::int)`.execute(other.db);
        const isThere = async () =>
          (
            await sql`select 1 from pg_stat_activity
              where pid = ${pid}::int`.execute(other.db)
          ).rows.length > 0;
        await expect.poll(isThere).toBe(false);
        await sql`select 1`.execute(trx);
      })
      .catch((error: unknown) => error);
    expect(databaseTroubleOf(failure)).toBe("away");
    expect((await sql`select 1 as one`.execute(store.db)).rows).toEqual([
      { one: 1 },
    ]);
    await store.close();
    await other.close();
  },
);
