import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getMetrics } from "~/contract/metrics";
import { getLocationSummary } from "~/contract/summary";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { NO_PROGRESS } from "~server/command-line/progress";
import { ensureDemo } from "~server/demo/ensure-demo";
import { CHILD_PLACES, type ParentLevel } from "~server/measures/child-places";
import { openTestStore } from "~server/testing/open-test-store";
import { apiOn, type TestApi } from "~server/testing/open-test-api";

// A limit against hanging: the demo takes some seconds, and more beside other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const NOW = new Date("2026-06-15T12:00:00Z");
const QUARTER = "2026-03-16/2026-06-15/";

let api: TestApi;
let token: string;
let facilityIds: number[];
beforeAll(async () => {
  const store = await openTestStore("sqlite");
  const made = { wanted: true, progress: NO_PROGRESS, siteName: "Sojourn" };
  await ensureDemo({ store, now: NOW, ...made });
  const rows = await store.db.selectFrom("facilities").select("id").execute();
  facilityIds = rows.map(({ id }) => id);
  api = apiOn(store);
  ({ token } = await api.signIn({ accessLevel: "company" }));
});
afterAll(() => api.close());

async function listOf(level: ParentLevel, id: number, query: string) {
  const path = `/api/summary/${level}/${id}/${QUARTER}${query}`;
  const response = await api.get(path, token);
  if (response.status === 204) return [];
  return getLocationSummary.answer.parse(await response.json()).data;
}

async function overviewOf(level: LocationLevel, id: number, query: string) {
  const path = `/api/metrics/${level}/${id}/${QUARTER}${query}`;
  const response = await api.get(path, token);
  return response.status === 204
    ? NOTHING
    : getMetrics.answer.parse(await response.json()).data;
}

/** The card of an empty overview has zeros; over nothing there is no rate. */
const OVER_NOTHING = { count: 0, rate: null };
const NOTHING = {
  short_stays: {
    rth: OVER_NOTHING,
    ed: OVER_NOTHING,
    ach_adm: 0,
    settled_adm: 0,
  },
  long_stays: {
    h_1000: OVER_NOTHING,
    ed_1000: OVER_NOTHING,
    adm_1000: OVER_NOTHING,
    pd_lt_doc: 0,
  },
};

/** The rates of a list's rows and of the lists below them, each held against the place's own overview; how many there were. */
async function compareBelow(
  level: ParentLevel,
  id: number,
  query: string,
): Promise<number> {
  const { child } = CHILD_PLACES[level];
  let compared = 0;
  for (const row of await listOf(level, id, query)) {
    const { short_stays, long_stays } = await overviewOf(child, row.id, query);
    const where = `${child} ${row.id} ${query}`;
    expect({ where, ...row }).toMatchObject({
      where,
      admit_from_hospital_count: short_stays.ach_adm,
      settled_adm: short_stays.settled_adm,
      rth_30_metric: short_stays.rth.rate,
      op_ed_30_metric: short_stays.ed.rate,
      hosp_1000_lsdoc_metric: long_stays.h_1000.rate,
      ed_1000_lsdoc_metric: long_stays.ed_1000.rate,
      ach_1000mm_metric: long_stays.adm_1000.rate,
      pd_lt_doc: long_stays.pd_lt_doc,
    });
    compared += 1;
    if (child !== "facility") {
      compared += await compareBelow(child, row.id, query);
    }
  }
  return compared;
}

test("the rates of each place of the demo are those of its own overview", async () => {
  expect(await compareBelow("company", 0, "")).toBeGreaterThan(20);
  expect(await compareBelow("company", 0, "?isnp=true")).toBeGreaterThan(5);
});

test("so they are where one facility is asked for", async () => {
  for (const id of facilityIds) {
    await compareBelow("company", 0, `?facility_id=${id}`);
  }
});
