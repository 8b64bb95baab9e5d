import { setImmediate as nextTurn } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "~server/refusal";
import { logOfTests } from "~server/testing/log-of-tests";
import { virtualTime, type VirtualTime } from "~server/testing/virtual-time";
import type { AuditRecord } from "./audit-events";
import {
  CALLER_WAITS_MS,
  createAuditTrail,
  MOST_HELD,
  SETTLE_WITHIN_MS,
  type AuditTrail,
} from "./audit-trail";

const START = new Date("2026-06-15T12:00:00Z");
const BUSY = new BetterSqlite.SqliteError("locked", "SQLITE_BUSY");
const BAD = new BetterSqlite.SqliteError("null", "SQLITE_CONSTRAINT_NOTNULL");

function recordOf(rows: number): AuditRecord {
  return {
    action: "view_patients",
    at: START,
    user: { id: 7, username: "Canary Person" },
    details: { rows },
    address: "192.0.2.1",
    requestId: "r-1",
  };
}

const idsOf = (records: readonly AuditRecord[]) =>
  records.map(({ details }) => details?.rows);

describe("the audit trail", () => {
  let time: VirtualTime;
  let trail: AuditTrail;
  let logged: Record<string, unknown>[];
  let commits: (readonly AuditRecord[])[];
  /** What the database says to the next writes; nothing is well. */
  let database: (records: readonly AuditRecord[]) => Promise<void>;
  beforeEach(() => {
    time = virtualTime(START);
    database = () => Promise.resolve();
    const written = logOfTests();
    logged = written.logged;
    const stored: typeof commits = [];
    commits = stored;
    trail = createAuditTrail({
      async write(records) {
        await database(records);
        stored.push(records);
      },
      log: written.log,
      after: time.after,
    });
  });

  const events = () => logged.map(({ event }) => event);
  const isDone = async (promise: Promise<unknown>) => {
    await nextTurn();
    return Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      nextTurn(false),
    ]);
  };

  it("resolves when the record is stored, and not before", async () => {
    let store = () => {};
    database = () => new Promise((resolve) => (store = resolve));
    const recorded = trail.record(recordOf(1));
    expect(await isDone(recorded)).toBe(false);
    store();
    await recorded;
    expect(commits.map(idsOf)).toEqual([[1]]);
  });

  it("stores what comes together in one commit, in the order in which it came", async () => {
    let store = () => {};
    database = () => new Promise((resolve) => (store = resolve));
    const first = [1, 2, 3].map((id) => trail.record(recordOf(id)));
    await nextTurn();
    database = () => Promise.resolve();
    // These come while the others are being written.
    const second = [4, 5].map((id) => trail.record(recordOf(id)));
    store();
    await Promise.all([...first, ...second]);
    expect(commits.map(idsOf)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it("says in the log what it records, at once, by ids and counts alone", async () => {
    const target = { id: 8, username: "Other Canary" };
    const recorded = trail.record({ ...recordOf(3), target });
    expect(logged).toMatchObject([
      {
        event: "audit.view_patients",
        user_id: 7,
        target_user_id: 8,
        details: { rows: 3 },
        request_id: "r-1",
      },
    ]);
    await recorded;
    expect(JSON.stringify(logged)).not.toMatch(/Canary|192\.0/);
  });

  it("lets its callers go on after a second where the database is busy, and stores the record later", async () => {
    database = () => Promise.reject(BUSY);
    const recorded = trail.record(recordOf(1));
    await nextTurn();
    time.advance(CALLER_WAITS_MS - 1);
    expect(await isDone(recorded)).toBe(false);
    time.advance(1);
    await recorded;
    expect(events()).toContain("audit.held");
    database = () => Promise.resolve();
    const next = trail.record(recordOf(2));
    time.advance(15_000);
    await next;
    expect(commits.map(idsOf)).toEqual([[1, 2]]);
  });

  it("tries again ever more seldom, and never gives up while it runs", async () => {
    let tries = 0;
    database = () => {
      tries += 1;
      return Promise.reject(new Error("Connection terminated unexpectedly"));
    };
    void trail.record(recordOf(1));
    const triesAfter: number[] = [];
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await nextTurn();
      triesAfter.push(tries);
      time.advance(1_000);
    }
    expect(triesAfter[0]).toBe(1);
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThan(15);
    database = () => Promise.resolve();
    await trail.settled();
    expect(commits.map(idsOf)).toEqual([[1]]);
  });

  it("refuses to go on without end where nothing is stored", async () => {
    database = () => Promise.reject(BUSY);
    for (let id = 1; id <= MOST_HELD; id++) void trail.record(recordOf(id));
    const refused = trail.record(recordOf(0));
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toMatchObject({ status: 503 });
    // Even that can be found.
    expect(logged.at(-1)).toMatchObject({
      event: "audit.full",
      action: "view_patients",
      user_id: 7,
    });
    database = () => Promise.resolve();
    await trail.settled();
    expect(commits.flatMap(idsOf)).toEqual(
      Array.from({ length: MOST_HELD }, (_, index) => index + 1),
    );
    await trail.record(recordOf(0));
  });

  it("tells the caller of a record that can never be stored, and stores the others", async () => {
    database = (records) =>
      idsOf(records).includes(2) ? Promise.reject(BAD) : Promise.resolve();
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((id) => trail.record(recordOf(id))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(commits.map(idsOf)).toEqual([[1], [3]]);
    expect(events()).toContain("audit.refused");
  });

  it("has nothing left when it is settled, whatever waits for its next try", async () => {
    await trail.settled();
    database = () => Promise.reject(BUSY);
    void trail.record(recordOf(1));
    await nextTurn();
    await nextTurn();
    database = () => Promise.resolve();
    // Without a timer being due.
    await trail.settled();
    expect(commits.map(idsOf)).toEqual([[1]]);
  });

  it("is settled in time though the database is away, says what is lost, and takes no more", async () => {
    database = () => Promise.reject(BUSY);
    void trail.record(recordOf(1));
    await nextTurn();
    const settled = trail.settled();
    for (let waited = 0; waited < SETTLE_WITHIN_MS; waited += 100) {
      expect(await isDone(settled)).toBe(false);
      time.advance(100);
    }
    await settled;
    expect(logged.at(-1)).toMatchObject({
      event: "audit.unwritten",
      records: 1,
    });
    await expect(trail.record(recordOf(2))).rejects.toMatchObject({
      status: 503,
    });
    expect(commits).toEqual([]);
  });

  it("is settled in time where a write never ends", async () => {
    database = () => new Promise(() => {});
    void trail.record(recordOf(1));
    await nextTurn();
    const settled = trail.settled();
    expect(await isDone(settled)).toBe(false);
    time.advance(SETTLE_WITHIN_MS);
    await settled;
  });
});
