import path from "node:path";
import BetterSqlite from "better-sqlite3";
import { sql } from "kysely";
import pino from "pino";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { sessionTokens } from "~/contract/auth";
import { createApi } from "~server/api";
import { lockDataDir } from "~server/data-dir-lock";
import { createApiDeps } from "~server/data-server";
import {
  contentOf,
  importRows,
  NOW,
  SMALL_CENSUS,
} from "~server/imports/testing/census-files";
import { storeReportFile } from "~server/cms-requests/report-files";
import { deriveSecrets } from "~server/secrets";
import { DATABASE_FILE, openStore, type Store } from "~server/store/open-store";
import { runToEnd } from "~server/testing/child-process";
import { addFinishedReport } from "~server/testing/finished-report";
import { namelessPhysician } from "~server/testing/nameless-physician";
import {
  TEST_DIALECTS,
  createThrowAwaySchema,
  openTestStore,
} from "~server/testing/open-test-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { LEFT_OUT, copyStore } from "./copy-store";

const PASSWORD = "Example-Census-1";
const CENSUS = {
  ...SMALL_CENSUS,
  "merges.csv": ["1001,1002"],
  "users.csv": [
    `ann,Ann,Askel,${PASSWORD},company,0,false`,
    `bo,Bo,Berg,${PASSWORD},facility,100,true`,
  ],
};

let dataDir: string;
let source: Store;
beforeEach(async () => {
  const { folder, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  dataDir = folder;
  source = await openStore({ dataDir });
  onTestFinished(() => source.close());
});

/** What a server on a store answers to somebody who signs in with the password of the census. */
async function answersOf(store: Store): Promise<unknown[]> {
  const deps = createApiDeps({
    store,
    clock: () => NOW,
    log: pino({ level: "silent" }),
    secrets: deriveSecrets("a secret for tests alone, 32 letters"),
    reports: { wake: () => undefined, areFromCensus: true },
  });
  const api = createApi(deps);
  const ask = async (place: string, init: RequestInit = {}) => {
    const response = await api.request(`http://api.test${place}`, init);
    expect([place, response.status]).toEqual([place, 200]);
    return (await response.json()) as unknown;
  };
  const login = await ask("/auth/login/", {
    method: "POST",
    body: new URLSearchParams({ username: "ann", password: PASSWORD }),
  });
  const { token } = sessionTokens.parse(login);
  const range = "2026-01-01/2026-06-30/";
  const answers = [];
  for (const place of [
    "/api/company/organization/",
    `/api/metrics/company/0/${range}`,
    `/api/metrics/facility/100/${range}`,
    `/api/summary/company/0/${range}`,
    `/api/frailty/company/0/${range}`,
    "/api/new_graphs/company/0/2026-06-30/",
  ]) {
    answers.push(await ask(place, { headers: { "x-access-token": token } }));
  }
  await deps.sessions.settled();
  return answers;
}

describe.each(TEST_DIALECTS)("a store that is moved to %s", (dialect) => {
  async function openTarget(): Promise<Store> {
    const target = await openTestStore(dialect);
    onTestFinished(() => target.close());
    return target;
  }

  it("answers the same figures to the same accounts", async () => {
    await importRows(source, CENSUS);
    const answers = await answersOf(source);
    const target = await openTarget();
    await copyStore(source, target);
    expect(await answersOf(target)).toEqual(answers);
  });

  it("has all rows of all tables, but those that are left out on purpose", async () => {
    await importRows(source, CENSUS);
    await answersOf(source);
    for (const bytes of [3, 5]) {
      const id = await addFinishedReport(source.db, 100);
      await storeReportFile(source.db, id, Buffer.alloc(bytes, bytes));
    }
    const physicians = Array.from({ length: 2_345 }, (_, index) =>
      namelessPhysician(index + 1),
    );
    await source.db.insertInto("physicians").values(physicians).execute();
    // A new database begins with a list of reports, which gives way.
    await source.db.updateTable("reports").set({ title: "Nights" }).execute();
    await source.db.deleteFrom("report_roles").execute();
    const target = await openTarget();
    const copied = await copyStore(source, target);
    const own = await source.db.introspection.getTables();
    expect([...copied.map(({ name }) => name), ...LEFT_OUT].sort()).toEqual(
      own.map(({ name }) => name).sort(),
    );
    expect(copied).toContainEqual({ name: "physicians", rows: 2_346 });
    const rowsOf = async ({ db }: Store, name: string) => {
      const { rows } =
        await sql<object>`select * from ${sql.table(name)}`.execute(db);
      return rows
        .map((row) => JSON.stringify(Object.entries(row).sort()))
        .sort();
    };
    for (const { name } of copied) {
      expect(await rowsOf(target, name)).toEqual(await rowsOf(source, name));
    }
    expect(await rowsOf(target, "sessions")).toEqual([]);
  });

  it("leaves alone what a portal has beside it", async () => {
    const target = await openTarget();
    await sql`create table portal_sessions (key text)`.execute(target.db);
    await sql`insert into portal_sessions values ('one')`.execute(target.db);
    await copyStore(source, target);
    const { rows } = await sql`select * from portal_sessions`.execute(
      target.db,
    );
    expect(rows).toEqual([{ key: "one" }]);
  });

  it("gives new accounts numbers that none has had", async () => {
    await importRows(source, CENSUS);
    const users = await source.db.selectFrom("users").select("id").execute();
    const last = Math.max(...users.map(({ id }) => id));
    const copyOf = async (username: string, { db }: Store) => {
      const { id: _, ...user } = await db
        .selectFrom("users")
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      const { id } = await db
        .insertInto("users")
        .values({ ...user, username, username_key: username })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    };
    if (dialect === "postgres") {
      // SQLite learns numbers of rows that are gone from nobody.
      const gone = await copyOf("gone", source);
      expect(gone).toBe(last + 1);
      await source.db.deleteFrom("users").where("id", "=", gone).execute();
    }
    const target = await openTarget();
    await copyStore(source, target);
    expect(await copyOf("next", target)).toBe(
      dialect === "postgres" ? last + 2 : last + 1,
    );
  });

  it("is refused where there are data already, or other tables", async () => {
    await importRows(source, CENSUS);
    const filled = await openTarget();
    await filled.db
      .insertInto("physicians")
      .values(namelessPhysician(1))
      .execute();
    await expect(copyStore(source, filled)).rejects.toThrow("has data already");
    const used = await openTarget();
    await used.db
      .deleteFrom("report_roles")
      .where("role", "=", "physician")
      .execute();
    await expect(copyStore(source, used)).rejects.toThrow("has data already");
    const other = await openTarget();
    await other.db.schema
      .createTable("of_somebody_else")
      .addColumn("id", "integer")
      .execute();
    await expect(copyStore(source, other)).rejects.toThrow(
      "other tables than the source",
    );
  });

  it("is not begun where it cannot be ended", async () => {
    await importRows(source, CENSUS);
    const file = new BetterSqlite(path.join(dataDir, DATABASE_FILE));
    file.pragma("foreign_keys = off");
    file.exec("update transfers set patient_id = 77");
    file.close();
    const target = await openTarget();
    const empty = await contentOf(target);
    await expect(copyStore(source, target)).rejects.toThrow();
    expect(await contentOf(target)).toEqual(empty);
    const state = target.db.selectFrom("data_state").selectAll();
    expect(await state.execute()).toEqual([
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

  it("is told by the command: npm run move-to-postgres", async () => {
    await importRows(source, CENSUS);
    const content = await contentOf(source);
    const run = (env: Record<string, string>) =>
      runToEnd("server/move/command.ts", [], { DATA_DIR: dataDir, ...env });
    expect(await run({})).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/^Usage: /) as string,
    });
    const closed = { DATABASE_URL: "postgres://canary:canary@127.0.0.1:1/x" };
    const unlock = lockDataDir(dataDir);
    expect((await run(closed)).errors).toMatch(/^another Sojourn server/);
    unlock();
    const unreachable = await run(closed);
    expect(unreachable.status).toBe(1);
    expect(unreachable.errors).toMatch(/at 127\.0\.0\.1:1 cannot be used: /);
    expect(unreachable.errors).not.toContain("canary");
    if (dialect === "sqlite") return;

    const { databaseUrl, drop } = await createThrowAwaySchema();
    onTestFinished(drop);
    const done = await run({ DATABASE_URL: databaseUrl });
    expect(done).toMatchObject({ status: 0, errors: "" });
    expect(done.said).toContain("  users: 2\n");
    const again = await run({ DATABASE_URL: databaseUrl });
    expect(again).toMatchObject({ status: 1, said: "" });
    expect(again.errors).toContain("has data already");
    const target = await openStore({ databaseUrl });
    expect(await contentOf(target)).toEqual(content);
    await target.close();
  });
});
