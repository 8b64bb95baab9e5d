import { createServer, type AddressInfo } from "node:net";
import { sql } from "kysely";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import { parseSettings } from "~/contract/settings";
import { REQUEST_LIMITS } from "~/runtime/database/postgres-pool.server";
import { openDataServer } from "~server/data-server";
import { createLog } from "~server/log";
import { rebuildFigures } from "~server/measures/rebuild";
import { apiOn, type TestApi } from "~server/testing/open-test-api";
import {
  CAN_START_SERVERS,
  startPrimaryWithStandby,
  type PrimaryWithStandby,
} from "~server/testing/primary-with-standby";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { readDataState } from "./data-state";
import { openStore } from "./open-store";
import { openReadReplicas, type ReplicaTimes } from "./read-replicas";

/** Nobody is found slow on a busy machine, and a standby that is back is soon found. */
const TIMES: ReplicaTimes = {
  limitMs: 60_000,
  firstPauseMs: 10,
  longestPauseMs: 50,
};
const WAIT = { timeout: 60_000, interval: 20 };

/** The tests lock tables of the primary, so that it cannot answer. */
const SHORT_LOCKS = { ...REQUEST_LIMITS, lockMs: 100 };

const title = CAN_START_SERVERS
  ? "a primary with a standby"
  : "a primary with a standby (not tried: Debian's package postgresql is not installed)";

describe.runIf(CAN_START_SERVERS)(title, () => {
  let servers: PrimaryWithStandby;
  let api: TestApi;
  let token: string;
  let day = 0;
  beforeAll(async () => {
    servers = await startPrimaryWithStandby();
  });
  afterAll(() => servers?.end());
  beforeEach(async () => {
    api = await openApi([servers.standbyUrl]);
    ({ token } = await api.signIn({
      accessLevel: "company",
      username: `reader-${(day += 1)}`,
    }));
    await isTold({ all: 1, used: 1 });
    api.logged.length = 0;
  });
  afterEach(async () => {
    await api.close();
    // Where a test has failed, the next one finds the standby as it was.
    await servers.resumeReplay();
  });

  async function openApi(addresses: string[], times = TIMES): Promise<TestApi> {
    const store = await openStore(
      { databaseUrl: servers.primaryUrl },
      { requestLimits: SHORT_LOCKS },
    );
    return apiOn(store, (log) =>
      openReadReplicas(store.db, addresses, log, times),
    );
  }

  /** Readiness looks at the standbys and tells at the next time what it has found. */
  const isTold = (replicas: { all: number; used: number }) =>
    vi.waitFor(async () => {
      const answer = await api.get("/readiness");
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ status: "ready", replicas });
    }, WAIT);

  const told = () =>
    api.logged
      .filter(({ event }) => String(event).startsWith("replica."))
      .map(({ event, reason }) => [event, reason]);

  /** Admissions of the company in the quarter. Each time of another range, which nobody has asked of before. */
  async function admissions(): Promise<unknown> {
    const end = new Date(Date.UTC(2026, 3, (day += 1)));
    const range = `2026-01-01/${end.toISOString().slice(0, 10)}/`;
    const answer = await api.get(`/api/metrics/company/0/${range}`, token);
    if (answer.status !== 200) return answer.status;
    const body = (await answer.json()) as { data: { snf_adm: number } };
    return body.data.snf_adm;
  }

  /** Whether a reading is answered by the standby. */
  async function isReadThere({ deps }: TestApi = api): Promise<unknown> {
    const state = await readDataState(deps.store.db);
    return deps.replicas.read(state, async (snapshot) => {
      const { rows } = await sql<{ there: boolean }>`
        select pg_is_in_recovery() as there`.execute(snapshot);
      return rows[0]?.there;
    });
  }

  /** One stay more, as an import would store it. */
  async function importStay(): Promise<void> {
    await api.deps.store.db.transaction().execute(async (trx) => {
      const { last } = await trx
        .selectFrom("stays")
        .select(({ fn }) => fn.max("id").as("last"))
        .executeTakeFirstOrThrow();
      await sql`insert into stays (id, patient_id, facility_id, admitted_on, discharged_on,
          admitted_from, isnp, long_stay_from, rth, ed)
        select ${last + 1}, patient_id, facility_id, admitted_on, discharged_on,
          admitted_from, isnp, long_stay_from, rth, ed
        from stays where id = 4`.execute(trx);
      await rebuildFigures(trx);
      await trx
        .updateTable("data_state")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .execute();
    });
  }

  it("has its figures read at the standby", async () => {
    const before = await admissions();
    await servers.pauseReplay();
    const release = await locked(api, "place_totals");
    expect(
      await sql`select from place_totals`
        .execute(api.deps.store.db)
        .catch(({ code }) => code),
    ).toBe("55P03");
    expect(await admissions()).toBe(before);
    expect(await isReadThere()).toBe(true);
    await release();
    await servers.resumeReplay();
    expect(told()).toEqual([]);
  });

  it("answers itself, with the new data at once, while the standby is behind", async () => {
    const before = Number(await admissions());
    await servers.pauseReplay();
    await importStay();
    expect(await admissions()).toBe(before + 1);
    await importStay();
    expect(await admissions()).toBe(before + 2);
    expect(await isReadThere()).toBe(false);
    await isTold({ all: 1, used: 0 });
    await servers.resumeReplay();
    await isTold({ all: 1, used: 1 });
    expect(await isReadThere()).toBe(true);
    expect(await admissions()).toBe(before + 2);
    expect(told()).toEqual([
      ["replica.left_out", "behind"],
      ["replica.used", undefined],
    ]);
  });

  it("answers itself while the standby is away, and has it read again when it is back", async () => {
    const before = await admissions();
    await servers.killStandby();
    expect(await admissions()).toBe(before);
    expect(await admissions()).toBe(before);
    expect(await isReadThere()).toBe(false);
    await isTold({ all: 1, used: 0 });
    await servers.startStandby();
    await isTold({ all: 1, used: 1 });
    expect(await isReadThere()).toBe(true);
    // When it is back, it may have to catch up at first.
    expect(told().filter(([, reason]) => reason !== "behind")).toEqual([
      ["replica.left_out", "away"],
      ["replica.used", undefined],
    ]);
  });

  it("answers in the standby's place where that is lost in the middle of a reading", async () => {
    const { deps } = api;
    const asked: unknown[] = [];
    const state = await readDataState(deps.store.db);
    const answer = await deps.replicas.read(state, async (snapshot) => {
      const { rows } = await sql<{ there: boolean }>`
        select pg_is_in_recovery() as there`.execute(snapshot);
      const there = rows[0]?.there;
      asked.push(there);
      if (there) {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(
          snapshot,
        );
      }
      return there;
    });
    expect([asked, answer]).toEqual([[true, false], false]);
    await isTold({ all: 1, used: 1 });
  });

  it("does not use a standby that has not its tables yet", async () => {
    const { db } = api.deps.store;
    await servers.pauseReplay();
    await sql`insert into kysely_migration values ('9999-later', '')`.execute(
      db,
    );
    const { log } = api.deps;
    const found = openReadReplicas(db, [servers.standbyUrl], log, TIMES);
    try {
      await vi.waitFor(() => {
        expect(found.counts()).toEqual({ all: 1, used: 0 });
        expect(told()).toEqual([["replica.left_out", "behind"]]);
      }, WAIT);
      await servers.resumeReplay();
      await vi.waitFor(
        () => expect(found.counts()).toEqual({ all: 1, used: 1 }),
        WAIT,
      );
    } finally {
      await sql`delete from kysely_migration where name = '9999-later'`.execute(
        db,
      );
      await found.close();
    }
  });

  it("waits for no standby that says nothing", async () => {
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    const { port } = silent.address() as AddressInfo;
    const quick = { ...TIMES, limitMs: 50 };
    const other = await openApi([`postgres://x@127.0.0.1:${port}/x`], quick);
    try {
      await vi.waitFor(() => {
        expect(other.deps.replicas.counts()).toEqual({ all: 1, used: 0 });
        expect(other.logged).toContainEqual(
          expect.objectContaining({
            event: "replica.left_out",
            replica: `127.0.0.1:${port}/x`,
            reason: "away",
          }),
        );
      }, WAIT);
      expect(await isReadThere(other)).toBe(false);
    } finally {
      await other.close();
      silent.close();
    }
  });

  it("is named with its standbys by the settings of a data server", async () => {
    const { folder, remove } = makeTemporaryFolder();
    const { settings } = parseSettings({
      DATABASE_URL: servers.primaryUrl,
      DATABASE_READ_URL: `${servers.standbyUrl}, ${servers.standbyUrl}`,
      DATA_DIR: folder,
    });
    if (!settings) throw new Error("refused");
    const log = createLog("silent");
    const server = await openDataServer({ settings, log, lock: false });
    try {
      await vi.waitFor(
        () => expect(server.replicas()).toEqual({ all: 2, used: 2 }),
        WAIT,
      );
    } finally {
      await server.close();
      remove();
    }
  });
});

/** Locks a table of the primary against every reading, until the function that it resolves to is called. */
async function locked(
  { deps }: TestApi,
  table: string,
): Promise<() => Promise<void>> {
  const holder = await deps.store.db.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(
    holder,
  );
  return () => holder.rollback().execute();
}
