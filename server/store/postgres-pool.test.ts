import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { TEST_DIALECTS, openTestStore } from "~server/testing/open-test-store";
import { openTestApi } from "~server/testing/open-test-api";
import type { Store } from "./open-store";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import type { RequestLimits } from "~/runtime/database/postgres-pool.server";
import { openedForEach } from "~server/testing/opened";

/** As many as the pool has. */
const ALL_CONNECTIONS = 10;

const SHORT: RequestLimits = {
  connectionMs: 1_000,
  statementMs: 300,
  lockMs: 150,
  answerMs: 5_000,
};

const isTried = TEST_DIALECTS.includes("postgres");

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/**
 * Takes every connection, until the function that it resolves to is called. To open one may take longer than calls wait: then
 * it is asked for again.
 */
async function takeAll({ db }: Store): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const taken: Promise<void>[] = [];
  const holders = Array.from({ length: ALL_CONNECTIONS }, () => {
    let take: () => void = () => undefined;
    taken.push(new Promise((resolve) => (take = resolve)));
    const hold = async (): Promise<void> => {
      let isTaken = false;
      const held = db.connection().execute(async () => {
        isTaken = true;
        take();
        await released;
      });
      return held.catch((error: unknown) => {
        if (isTaken || databaseTroubleOf(error) !== "overloaded") throw error;
        return hold();
      });
    };
    return hold();
  });
  await Promise.all(taken);
  return async () => {
    release();
    await Promise.all(holders);
  };
}

describe.runIf(isTried)("a server's connections to PostgreSQL", () => {
  const api = openedForEach(() =>
    openTestApi("postgres", { requestLimits: SHORT }),
  );

  it("are waited for so long, then the call is told to come back, and the next is answered", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const giveBack = await takeAll(api.deps.store);
    const refused = await api.get("/api/company/organization/", token);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.json()).toEqual({
      error: "The server is busy. Please try again.",
      code: "unavailable",
    });
    expect(api.logged.map(({ event }) => event)).toContain("api.overloaded");
    expect((await api.get("/readiness")).status).toBe(503);
    await giveBack();
    const answered = await api.get("/api/company/organization/", token);
    expect(answered.status).toBe(200);
    expect((await api.get("/readiness")).status).toBe(200);
  });

  it("cancel a statement that takes too long, and stay good for the next", async () => {
    const { db } = api.deps.store;
    const failure = await failureOf(sql`select pg_sleep(60)`.execute(db));
    expect(failure).toMatchObject({ code: "57014" });
    expect(databaseTroubleOf(failure)).toBe("overloaded");
    const running = await sql`select 1 from pg_stat_activity
      where query = 'select pg_sleep(60)' and state = 'active'`.execute(db);
    expect(running.rows).toEqual([]);
  });

  it("give up on a row that another one has locked", async () => {
    const { db } = api.deps.store;
    const touch = sql`update data_state set version = version`;
    const failure = await db.transaction().execute(async (holder) => {
      await touch.execute(holder);
      return failureOf(touch.execute(db));
    });
    expect(failure).toMatchObject({ code: "55P03" });
    expect(databaseTroubleOf(failure)).toBe("overloaded");
    await touch.execute(db);
  });
});

describe.runIf(isTried)("a connection that does not answer", () => {
  it("is given up and closed, and another one takes its place", async () => {
    const silent = { ...SHORT, statementMs: 60_000, answerMs: 200 };
    const store = await openTestStore("postgres", { requestLimits: silent });
    const process = sql<{ id: number }>`select pg_backend_pid() as id`;
    try {
      const before = await process.execute(store.db);
      const failure = await failureOf(
        store.db
          .transaction()
          .execute((db) => sql`select pg_sleep(2)`.execute(db)),
      );
      expect(databaseTroubleOf(failure)).toBe("overloaded");
      const after = await process.execute(store.db);
      expect(after.rows).not.toEqual(before.rows);
    } finally {
      await store.close();
    }
  });
});

describe.runIf(isTried)("a command's connections to PostgreSQL", () => {
  it("have no limits but that of the database itself", async () => {
    const store = await openTestStore("postgres");
    try {
      const { rows } =
        await sql`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock`.execute(store.db);
      expect(rows).toEqual([{ statement: "0", lock: "0" }]);
    } finally {
      await store.close();
    }
  });
});

it.runIf(isTried)(
  "a connection that the server ends between two statements fails the next one and nothing else",
  async () => {
    const [store, other] = [
      await openTestStore("postgres"),
      await openTestStore("postgres"),
    ];
    const failed = store.db.transaction().execute(async (trx) => {
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
    });
    expect(databaseTroubleOf(await failureOf(failed))).toBe("away");
    expect((await sql`select 1 as one`.execute(store.db)).rows).toEqual([
      { one: 1 },
    ]);
    await store.close();
    await other.close();
  },
);
