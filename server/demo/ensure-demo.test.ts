import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { isPasswordOf } from "~server/auth/password";
import { NO_PROGRESS } from "~server/import/progress";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
} from "~server/import/testing/census-files";
import { readMetrics } from "~server/measures/metrics";
import type { Store } from "~server/store/open-store";
import { TEST_DIALECTS, openTestStore } from "~server/testing/open-test-store";
import { DEMO_PASSWORD, DEMO_USERNAMES } from "./accounts";
import { DEMO_LASTS_DAYS, ensureDemo } from "./ensure-demo";

// Hashing and generating take seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const NOW = new Date("2026-06-30T16:00:00Z");
const TODAY = epochDayOf("2026-06-30");
const MS_PER_DAY = 86_400_000;
const daysLater = (days: number) => new Date(NOW.getTime() + days * MS_PER_DAY);

/** The score of each cut point passed (design.md, quality score). */
const CUT_POINTS = {
  rth: [20, 21.3, 22.3, 23.1, 23.9, 24.8, 25.7, 26.7, 28.1],
  ed: [8.4, 9.6, 10.7, 11.5, 12.3, 13.08, 14, 15.04, 16.9],
  h_1000: [1.4, 1.5, 1.63, 1.8, 1.9, 2, 2.1, 2.2, 2.4],
  ed_1000: [1, 1.3, 1.4, 1.6, 1.75, 1.9, 2.1, 2.3, 2.8],
};
const SCORES = [15, 30, 45, 60, 75, 90, 105, 120, 135, 150];

const made = { wanted: true, progress: NO_PROGRESS };

function metricsOf(
  store: Store,
  facilityIds: number[] | "all",
  from: number,
  to: number,
) {
  return readMetrics(store.db, { facilityIds, isnp: false, from, to });
}

describe.each(TEST_DIALECTS)("the demo data on %s", (dialect) => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(dialect);
    expect(await ensureDemo({ store, now: NOW, ...made })).toBe("made");
  }, 60_000);
  afterAll(() => store.close());

  test("come with the accounts, whose password is the public one", async () => {
    const { users, state } = await contentOf(store);
    expect(users.map(({ username }) => username).sort()).toEqual(
      [...DEMO_USERNAMES].sort(),
    );
    const hash = users[0]?.password_hash ?? "";
    expect(await isPasswordOf(hash, DEMO_PASSWORD)).toBe(true);
    expect(state[0]).toEqual({
      id: 1,
      version: 1,
      origin: "demo",
      imported_at: NOW.toISOString(),
    });
  });

  test("have every score from 15 to 150 in each measure, and unknown rates", async () => {
    const facilities = await store.db
      .selectFrom("facilities")
      .select("id")
      .execute();
    const seen = {
      rth: new Set(),
      ed: new Set(),
      h_1000: new Set(),
      ed_1000: new Set(),
    };
    let empty = 0;
    for (const { id } of facilities) {
      const metrics = await metricsOf(store, [id], TODAY - 365, TODAY - 1);
      const rates = {
        rth: metrics?.short_stays.rth.rate,
        ed: metrics?.short_stays.ed.rate,
        h_1000: metrics?.long_stays.h_1000.rate,
        ed_1000: metrics?.long_stays.ed_1000.rate,
      };
      empty += metrics ? 0 : 1;
      for (const key of ["rth", "ed", "h_1000", "ed_1000"] as const) {
        const rate = rates[key] ?? null;
        const passed = CUT_POINTS[key].filter((cut) => (rate ?? 0) > cut);
        seen[key].add(rate === null ? null : 150 - 15 * passed.length);
      }
    }
    expect(empty).toBe(1);
    for (const key of ["rth", "ed", "h_1000", "ed_1000"] as const) {
      expect([...seen[key]]).toEqual(expect.arrayContaining([null, ...SCORES]));
    }
  });

  test("have company rates as they are in life", async () => {
    const metrics = await metricsOf(store, "all", TODAY - 365, TODAY - 1);
    expect(metrics?.short_stays.rth.rate).toBeGreaterThan(20);
    expect(metrics?.short_stays.rth.rate).toBeLessThan(28);
    expect(metrics?.short_stays.ed.rate).toBeGreaterThan(8);
    expect(metrics?.short_stays.ed.rate).toBeLessThan(17);
    expect(metrics?.long_stays.h_1000.rate).toBeGreaterThan(1.2);
    expect(metrics?.long_stays.h_1000.rate).toBeLessThan(2.6);
    expect(metrics?.long_stays.ed_1000.rate).toBeGreaterThan(1);
    expect(metrics?.long_stays.ed_1000.rate).toBeLessThan(3);
  });

  test("have months outside of the control limits where an outbreak was", async () => {
    const months = await Promise.all(
      Array.from({ length: 18 }, (_, back) =>
        metricsOf(store, [103], TODAY - 30 * (back + 1), TODAY - 30 * back - 1),
      ),
    );
    const points = months.map((month) => ({
      events: month?.long_stays.h_1000.count ?? 0,
      days: month?.long_stays.pd_lt_doc ?? 0,
    }));
    const sum = (key: "events" | "days") =>
      points.reduce((total, point) => total + point[key], 0);
    const centre = sum("events") / sum("days");
    const violations = points.filter(
      ({ events, days }) =>
        events / days > centre + 3 * Math.sqrt(centre / days),
    );
    expect(violations.length).toBeGreaterThan(0);
  });

  test("stay as they are at the next starts, and are made anew when they are some days old", async () => {
    const soon = daysLater(DEMO_LASTS_DAYS - 1);
    expect(await ensureDemo({ store, now: soon, ...made })).toBe("present");
    await store.db
      .deleteFrom("users")
      .where("username", "=", "demo-isnp")
      .execute();
    const users = (await contentOf(store)).users;

    const late = daysLater(DEMO_LASTS_DAYS);
    expect(await ensureDemo({ store, now: late, ...made })).toBe("made");
    const content = await contentOf(store);
    expect(content.users).toEqual(users);
    expect(content.state[0]).toMatchObject({ version: 2, origin: "demo" });
    expect(
      await metricsOf(
        store,
        "all",
        TODAY + DEMO_LASTS_DAYS,
        TODAY + DEMO_LASTS_DAYS,
      ),
    ).not.toBeNull();
  }, 60_000);
});

describe("demo data", () => {
  test("are not made when they are not wanted, nor where there are accounts or imported data", async () => {
    const store = await openTestStore();
    const now = NOW;
    expect(
      await ensureDemo({ store, now, wanted: false, progress: NO_PROGRESS }),
    ).toBe("not-wanted");

    await importRows(store, {
      ...SMALL_CENSUS,
      "users.csv": ["boss,B,B,secret-boss,account_manager,0,false"],
    });
    expect(await ensureDemo({ store, now, ...made })).toBe("not-wanted");
    await store.db.updateTable("data_state").set({ origin: "empty" }).execute();
    expect(await ensureDemo({ store, now, ...made })).toBe("not-wanted");
    expect((await contentOf(store)).users).toHaveLength(1);
    await store.close();
  });
});
