import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { seedOrganization } from "~server/testing/seed-organization";
import { virtualTime } from "~server/testing/virtual-time";
import { startPeopleReader, type PeopleReader } from "./people-reader";

const YEAR = "2025-06-15/2026-06-15/";

describe.each(TEST_DIALECTS)("reading people ahead on %s", (dialect) => {
  let api: TestApi;
  let time: ReturnType<typeof virtualTime>;
  let reader: PeopleReader;
  beforeEach(async () => {
    api = await openTestApi(dialect);
    await seedOrganization(api.deps.store.db);
    await sql`update stays set isnp = 1 where facility_id = 121`.execute(
      api.deps.store.db,
    );
    await bumpVersion();
    time = virtualTime(api.deps.clock());
    reader = start();
  });
  afterEach(async () => {
    await reader.stop();
    await api.close();
  });

  function start(mostBytes?: number): PeopleReader {
    const { store, log } = api.deps;
    const cache = mostBytes ? { ...api.deps.cache, mostBytes } : api.deps.cache;
    return startPeopleReader({ db: store.db, cache, log, after: time.after });
  }

  function bumpVersion() {
    return sql`update data_state set version = version + 1, origin = 'import'`.execute(
      api.deps.store.db,
    );
  }

  /** What is read from now on finds nobody. */
  async function emptyStays() {
    await api.deps.store.db.deleteFrom("stays").execute();
  }

  async function hasPeople(subject: string, query = ""): Promise<boolean> {
    const { token } = await api.signIn({ accessLevel: "company" });
    const path = `/api/frailty/${subject}/${YEAR}${query}`;
    return (await api.get(path, token)).status === 200;
  }

  const eventsOf = (name: string) =>
    api.logged.filter(({ event }) => event === name);

  it("leaves those of the company and its divisions nobody to wait for", async () => {
    await reader.idle();
    await emptyStays();
    for (const query of ["", "?isnp=true"]) {
      expect(await hasPeople("company/0", query)).toBe(true);
      expect(await hasPeople("division/1", query)).toBe(true);
    }
    expect(await hasPeople("region/11")).toBe(false);
    expect(eventsOf("people.read_ahead")).toMatchObject([{ places: 8 }]);
  });

  it("begins some time after the start, and again after an import", async () => {
    time.advance(2_000);
    await reader.idle();
    await emptyStays();
    time.advance(5_000);
    await reader.idle();
    expect(await hasPeople("company/0")).toBe(true);
    await bumpVersion();
    time.advance(5_000);
    await reader.idle();
    expect(await hasPeople("company/0")).toBe(false);
    expect(eventsOf("people.read_ahead")).toHaveLength(2);
  });

  it("tries again where the database fails, and says so once", async () => {
    const { db } = api.deps.store;
    await sql`alter table data_state rename to gone`.execute(db);
    await reader.idle();
    await reader.idle();
    expect(eventsOf("people.not_read")).toHaveLength(1);
    await sql`alter table gone rename to data_state`.execute(db);
    await reader.idle();
    expect(eventsOf("people.read_ahead")).toHaveLength(1);
  });

  it("leaves half of the cache to what is asked", async () => {
    await reader.stop();
    reader = start(1);
    await reader.idle();
    await emptyStays();
    expect(await hasPeople("company/0")).toBe(true);
    expect(await hasPeople("division/1")).toBe(false);
  });

  it("breaks off when it is stopped, and begins no more", async () => {
    const reading = reader.idle();
    await reader.stop();
    await reading;
    time.advance(60_000);
    expect(eventsOf("people.read_ahead")).toEqual([]);
    expect(eventsOf("people.not_read")).toEqual([]);
    await emptyStays();
    expect(await hasPeople("division/2")).toBe(false);
  });
});
