import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runFile } from "~server/testing/child-process";
import {
  TEST_DIALECTS,
  createThrowAwaySchema,
  openTestStore,
} from "~server/testing/open-test-store";
import { namelessPhysician } from "~server/testing/nameless-physician";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { seedOrganization } from "~server/testing/seed-organization";
import { plainUser } from "~server/testing/plain-user";
import { openStore } from "./open-store";
import type { Store } from "./open-store";
import { isUniqueViolation } from "./unique-violation";

/** Processes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/** Their names in databases of released versions. */
const MIGRATIONS =
  "0001-initial 0002-reports 0003-audit 0004-report-files 0005-imports " +
  "0006-data-reach 0007-patient-merges 0008-place-totals " +
  "0009-place-versions 0010-feed 0011-resident-facts 0012-reviews " +
  "0013-chart-notes 0014-cms-measures 0015-signal-visits " +
  "0016-second-factors 0017-organisation-accounts 0018-passkeys 0019-groups " +
  "0020-cms-file-of-stars 0021-data-begin 0022-stays-and-trips " +
  "0023-less-is-kept 0024-version-of-reports 0025-numbers-by-facility " +
  "0026-bound-senders 0027-quick-questions 0028-audited-residents " +
  "0029-discussions 0030-last-logins 0031-initial-passwords " +
  "0032-transfer-patterns 0033-targets 0034-transfer-notices " +
  "0035-edition-of-reviews 0036-doubtful-stays 0037-quick-today " +
  "0038-judged-signals 0039-shared-record-numbers 0040-counts-of-reviews " +
  "0041-lists-of-audited-residents 0042-facts-of-transfers 0043-reviews-by-day";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function temporaryFolder(): string {
  const { folder, remove } = makeTemporaryFolder();
  cleanups.push(remove);
  return folder;
}

async function opened(store: Promise<Store>): Promise<Store> {
  const open = await store;
  cleanups.push(() => open.close());
  return open;
}

describe.each(TEST_DIALECTS)("the store on %s", (dialect) => {
  it("keeps 15-digit numbers exact, and gives counts and sums as numbers", async () => {
    const { db } = await opened(openTestStore(dialect));
    const npi = 999_999_999_999_999;
    await db.insertInto("physicians").values(namelessPhysician(npi)).execute();
    const row = await db
      .selectFrom("physicians")
      .select((eb) => [
        "npi",
        eb.fn.countAll<number>().as("rows"),
        eb.fn.sum<number>("npi").as("sum"),
      ])
      .groupBy("npi")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ npi, rows: 1, sum: npi });
  });

  it("refuses stays of places and people that are not there, and odd values", async () => {
    const { db } = await opened(openTestStore(dialect));
    await seedOrganization(db);
    const stay = {
      id: 99,
      patient_id: 1,
      facility_id: 111,
      npi: null,
      admitted_on: 20_000,
      discharged_on: null,
      admitted_from: "hospital" as const,
      isnp: 0 as const,
      long_stay_from: 20_100,
      rth: 0 as const,
      ed: 0 as const,
    };
    const bad = [
      { facility_id: 1 },
      { patient_id: 77 },
      { npi: 77 },
      { discharged_on: 19_999 },
    ];
    for (const change of bad) {
      const insert = db.insertInto("stays").values({ ...stay, ...change });
      await expect(insert.execute()).rejects.toThrow();
    }
    await db.insertInto("stays").values(stay).execute();
  });

  it("tells a value that another row has from every other failure", async () => {
    const { db } = await opened(openTestStore(dialect));
    const add = (key: string, id?: number) =>
      db
        .insertInto("users")
        .values({ ...plainUser(key), ...(id !== undefined && { id }) })
        .returning("id")
        .executeTakeFirstOrThrow();
    const errorOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      );
    const { id } = await add("one");
    await add("two");
    const inserted = await errorOf(add("one"));
    const renamed = await errorOf(
      db
        .updateTable("users")
        .set({ username_key: "two" })
        .where("id", "=", id)
        .execute(),
    );
    for (const error of [inserted, renamed]) {
      expect(isUniqueViolation(error, "users", "username_key")).toBe(true);
      expect(isUniqueViolation(error, "users", "username")).toBe(false);
      expect(isUniqueViolation(error, "reports", "report_id")).toBe(false);
    }
    const sameId = await errorOf(add("three", id));
    expect(sameId).toBeInstanceOf(Error);
    for (const error of [sameId, new Error("users.username_key"), null]) {
      expect(isUniqueViolation(error, "users", "username_key")).toBe(false);
    }
  });

  it("stores nothing of a transaction that fails", async () => {
    const { db } = await opened(openTestStore(dialect));
    const work = db.transaction().execute(async (trx) => {
      await trx.insertInto("physicians").values(namelessPhysician(1)).execute();
      await trx.insertInto("physicians").values(namelessPhysician(1)).execute();
    });
    await expect(work).rejects.toThrow();
    expect(await db.selectFrom("physicians").selectAll().execute()).toEqual([]);
  });

  it("reads on while a transaction is writing, and lets transactions take turns", async () => {
    const { db } = await opened(openTestStore(dialect));
    const seen: number[] = [];
    const countPhysicians = async () => {
      const rows = await db.selectFrom("physicians").select("npi").execute();
      seen.push(rows.length);
    };
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("physicians").values(namelessPhysician(1)).execute();
      await countPhysicians();
    });
    await countPhysicians();
    await Promise.all(
      [2, 3, 4].map((npi) =>
        db.transaction().execute(async (trx) => {
          await trx
            .insertInto("physicians")
            .values(namelessPhysician(npi))
            .execute();
        }),
      ),
    );
    await countPhysicians();
    expect(seen).toEqual([0, 1, 4]);
  });

  it("shows a read-only transaction one state of the data", async () => {
    const { db } = await opened(openTestStore(dialect));
    const counts = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const count = async () =>
          (await trx.selectFrom("physicians").select("npi").execute()).length;
        const before = await count();
        await db
          .insertInto("physicians")
          .values(namelessPhysician(1))
          .execute();
        return [before, await count()];
      });
    expect(counts).toEqual([0, 0]);
  });

  it("streams rows while other queries go on", async () => {
    const { db } = await opened(openTestStore(dialect));
    await seedOrganization(db);
    if (dialect === "postgres") return;
    const ids: number[] = [];
    for await (const row of db
      .selectFrom("facilities")
      .select("id")
      .orderBy("id")
      .stream(2)) {
      await db
        .updateTable("facilities")
        .set({ name: `seen ${row.id}` })
        .where("id", "=", row.id)
        .execute();
      ids.push(row.id);
    }
    expect(ids).toEqual([111, 112, 121, 211]);
  });

  it("can be opened again, and by two processes at once when it is new", async () => {
    const location = await newLocation(dialect);
    const processes = [1, 2].map(() =>
      runFile("server/testing/processes/open-and-close.ts", [location]),
    );
    for (const { ended } of processes) {
      expect(await ended).toEqual({ status: 0, errors: "" });
    }
    const store = await opened(openAt(location));
    const applied = await sql<{
      name: string;
    }>`select name from kysely_migration`.execute(store.db);
    expect(applied.rows.map(({ name }) => name).join(" ")).toBe(MIGRATIONS);
    const states = await store.db
      .selectFrom("data_state")
      .selectAll()
      .execute();
    expect(states).toEqual([
      {
        id: 1,
        version: 0,
        origin: "empty",
        imported_at: null,
        figures_edition: 1,
        narrow_versions: 0,
        feed_versions: 0,
        fed_at: null,
      },
    ]);
  });

  it("looks at no tables but its own, so that schemas beside it may come and go", async () => {
    const beside = await opened(openTestStore(dialect));
    const { db } = await opened(openTestStore(dialect));
    await sql`create table of_somebody_else (id integer)`.execute(beside.db);
    const listed = async (withInternalKyselyTables: boolean) =>
      (await db.introspection.getTables({ withInternalKyselyTables })).map(
        ({ name }) => name,
      );
    const own = await listed(false);
    expect(own).toContain("stays");
    expect(own).not.toContain("of_somebody_else");
    expect(new Set(own).size).toBe(own.length);
    const internal = ["kysely_migration", "kysely_migration_lock"];
    expect((await listed(true)).sort()).toEqual([...own, ...internal].sort());
  });

  it("is not opened when a newer version made it", async () => {
    const location = await newLocation(dialect);
    const store = await openAt(location);
    await sql`insert into kysely_migration values ('9999-later', '')`.execute(
      store.db,
    );
    await store.close();
    await expect(openAt(location)).rejects.toThrow(/newer version/);
  });
});

function openAt(location: string): Promise<Store> {
  return openStore(
    location.startsWith("postgres")
      ? { databaseUrl: location }
      : { dataDir: location },
  );
}

async function newLocation(dialect: "sqlite" | "postgres"): Promise<string> {
  if (dialect === "sqlite") return temporaryFolder();
  const { databaseUrl, drop } = await createThrowAwaySchema();
  cleanups.push(drop);
  return databaseUrl;
}
