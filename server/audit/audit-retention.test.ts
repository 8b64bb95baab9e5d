import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "~server/store/open-store";
import { logOfTests } from "~server/testing/log-of-tests";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { virtualTime } from "~server/testing/virtual-time";
import { insertAuditEvents, type AuditRecord } from "./audit-events";
import { startAuditRetention, sweepAuditEvents } from "./daily-sweep";
import { storedTrail } from "./testing/trail-of";

const NOW = new Date("2026-06-15T12:00:00Z");
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const going = new AbortController().signal;

function at(instant: Date | string): AuditRecord {
  return {
    action: "sign_in",
    at: new Date(instant),
    user: { id: 1, username: "ada" },
    address: null,
    requestId: null,
  };
}

describe.each(TEST_DIALECTS)("the rows of the trail on %s", (dialect) => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(dialect);
  });
  afterEach(() => store.close());

  const timesOf = async () =>
    (await storedTrail(store.db)).map((event) => event.at.slice(0, 10));

  const horizon = async () => {
    const { kept_from } = await store.db
      .selectFrom("audit_horizon")
      .select("kept_from")
      .executeTakeFirstOrThrow();
    return kept_from;
  };

  function start(keptDays: number, time = virtualTime(NOW)) {
    const { log, logged } = logOfTests();
    const kept = { db: store.db, log, keptDays };
    const retention = startAuditRetention({ ...time, ...kept });
    return { ...retention, time, logged };
  }

  it("are changed by nobody, and deleted by nobody while they are kept", async () => {
    const { db } = store;
    await insertAuditEvents(db, [at("2020-01-01"), at("2026-01-01")]);
    const change = db.updateTable("audit_events").set({ username: "eve" });
    await expect(change.execute()).rejects.toThrow(/not changed/);
    await expect(db.deleteFrom("audit_events").execute()).rejects.toThrow(
      /kept/,
    );
    await db
      .updateTable("audit_horizon")
      .set({ kept_from: "2020-01-01T00:00:00.000Z" })
      .execute();
    // The horizon itself is kept, and what is before it is not changed either.
    await expect(db.deleteFrom("audit_events").execute()).rejects.toThrow();
    await db.deleteFrom("audit_horizon").execute();
    await expect(db.deleteFrom("audit_events").execute()).rejects.toThrow();
    expect(await timesOf()).toEqual(["2020-01-01", "2026-01-01"]);
  });

  it("keep the residents whom they showed as long as themselves", async () => {
    const { db } = store;
    await insertAuditEvents(db, [
      { ...at("2020-01-01"), residents: [5001, 5002] },
      { ...at("2020-01-20"), residents: [5002, 5001, 5001] },
      { ...at("2026-01-01"), residents: [5001] },
    ]);
    const change = db.updateTable("audited_residents").set({ patient_id: 7 });
    await expect(change.execute()).rejects.toThrow(/not changed/);
    await expect(db.deleteFrom("audited_residents").execute()).rejects.toThrow(
      /kept/,
    );
    const left = async () => {
      const rows = await db
        .selectFrom("audited_residents")
        .selectAll()
        .execute();
      return rows.map((row) => row.patient_id).sort();
    };
    // The first two events share their list.
    expect(await left()).toEqual([5001, 5001, 5002]);
    await sweepAuditEvents(db, new Date("2020-01-10"), going);
    expect(await left()).toEqual([5001, 5001, 5002]);
    await sweepAuditEvents(db, new Date("2025-01-01"), going);
    expect(await left()).toEqual([5001]);
  });

  it("go when they are older than the days that they are kept, at the start and then once a day", async () => {
    const limit = NOW.getTime() - 10 * DAY_MS;
    await insertAuditEvents(store.db, [
      at(new Date(limit - 1)),
      at(new Date(limit)),
      at(new Date(limit + HOUR_MS)),
      at(NOW),
    ]);
    const retention = start(10);
    await retention.idle();
    expect(await horizon()).toBe(new Date(limit).toISOString());
    expect(await timesOf()).toHaveLength(3);
    expect(retention.logged).toMatchObject([
      { event: "audit.swept", events: 1 },
    ]);
    retention.time.advance(DAY_MS - 1);
    await retention.idle();
    expect(await timesOf()).toHaveLength(3);
    retention.time.advance(1);
    await retention.idle();
    expect(await timesOf()).toHaveLength(1);
    await retention.stop();
    retention.time.advance(30 * DAY_MS);
    await retention.idle();
    expect(await timesOf()).toHaveLength(1);
  });

  it("go in steps, also where several processes delete them at once", async () => {
    const many = Array.from({ length: 600 }, () => at("2020-01-01"));
    for (let times = 0; times < 3; times++) {
      await insertAuditEvents(store.db, many);
    }
    await insertAuditEvents(store.db, [at(NOW)]);
    const swept = await Promise.all(
      [1, 2, 3].map(() => sweepAuditEvents(store.db, NOW, going)),
    );
    expect(swept.reduce((sum, events) => sum + events)).toBe(1_800);
    expect(await timesOf()).toEqual(["2026-06-15"]);
  });

  it("do not come into danger again where they shall be kept for longer", async () => {
    await insertAuditEvents(store.db, [at("2026-01-01"), at("2026-06-10")]);
    await sweepAuditEvents(store.db, new Date("2026-06-01"), going);
    const moved = await horizon();
    await sweepAuditEvents(store.db, new Date("2020-01-01"), going);
    expect(await horizon()).toBe(moved);
    expect(await timesOf()).toEqual(["2026-06-10"]);
  });

  it("stay while the clock seems to be ahead, until something happens at its time", async () => {
    const limit = NOW.getTime() - 30 * DAY_MS;
    await insertAuditEvents(store.db, [
      at("2020-01-01"),
      at(new Date(limit - 1)),
      // Of a time at which it was even further ahead.
      at("2040-01-01"),
    ]);
    const retention = start(2_192);
    await retention.idle();
    expect(await timesOf()).toHaveLength(3);
    expect(await horizon()).toMatch(/^1970/);
    expect(retention.logged).toMatchObject([
      { event: "audit.sweep_doubted", newest: "2026-05-16T11:59:59.999Z" },
    ]);
    await insertAuditEvents(store.db, [at(NOW)]);
    retention.time.advance(DAY_MS);
    await retention.idle();
    expect(await timesOf()).toEqual(["2026-05-16", "2040-01-01", "2026-06-15"]);
    await retention.stop();
  });

  it("go where the newest is thirty days old and no older", async () => {
    const limit = NOW.getTime() - 30 * DAY_MS;
    await insertAuditEvents(store.db, [at("2020-01-01"), at(new Date(limit))]);
    const retention = start(2_192);
    await retention.idle();
    expect(await timesOf()).toEqual(["2026-05-16"]);
    await retention.stop();
  });

  it("are swept again soon where the database was away", async () => {
    await insertAuditEvents(store.db, [at("2020-01-01"), at(NOW)]);
    const { db } = store;
    let isAway = true;
    const flaky = new Proxy(db, {
      get(target, name) {
        if (isAway && name === "updateTable") throw new Error("away");
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    store = { ...store, db: flaky };
    const retention = start(10);
    await retention.idle();
    expect(retention.logged).toMatchObject([{ event: "audit.sweep_failed" }]);
    isAway = false;
    retention.time.advance(HOUR_MS);
    await retention.idle();
    expect(await timesOf()).toEqual(["2026-06-15"]);
    await retention.stop();
  });

  it("stay where the server is stopped before their turn", async () => {
    const many = Array.from({ length: 600 }, () => at("2020-01-01"));
    await insertAuditEvents(store.db, [...many, at(NOW)]);
    await start(10).stop();
    expect((await timesOf()).length).toBeGreaterThanOrEqual(100);
    const stopped = new AbortController();
    stopped.abort();
    expect(await sweepAuditEvents(store.db, NOW, stopped.signal)).toBe(0);
  });
});
