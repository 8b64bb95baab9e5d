import { describe, expect, it } from "vitest";
import { getMetrics } from "~/contract/metrics";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { defaultRange, previousPeriod } from "~/domain/filters";
import { readComparison, readMetrics } from "~server/measures/metrics";
import { firstDayBefore } from "~server/measures/period-before";
import { rebuildFigures } from "~server/measures/rebuild";
import { openFigures } from "~server/measures/stay-figures";
import {
  insertCensus,
  type Census,
  type PlainStay,
} from "~server/measures/testing/census";
import { reachThrough } from "~server/measures/testing/reach-through";
import { askFor } from "~server/testing/ask-figures";
import { openTestApi } from "~server/testing/open-test-api";
import { openedForEach } from "~server/testing/opened";

const TODAY = "2026-06-15";
const LAST = epochDayOf(TODAY);
const YEAR = defaultRange(TODAY);
const BEFORE = previousPeriod(YEAR, TODAY);

/** An admission every second day for so many days, each of 10 days. */
function admissionsSince(facility_id: number, days: number): PlainStay[] {
  return Array.from({ length: Math.ceil(days / 2) }, (_, at) => {
    const admitted_on = LAST - days + 2 * at;
    return {
      id: facility_id * 10_000 + at,
      patient_id: facility_id,
      facility_id,
      npi: null,
      admitted_on,
      discharged_on: admitted_on + 10 > LAST ? null : admitted_on + 10,
      admitted_from: "hospital",
      isnp: 0,
    };
  });
}

describe("a compared range", () => {
  const api = openedForEach(() => openTestApi());

  async function store(
    days: Record<number, number>,
    more: Partial<Census> = {},
  ): Promise<void> {
    const ids = Object.keys(days).map(Number);
    const census: Census = {
      patients: ids.map((id) => ({
        id,
        first_name: null,
        last_name: null,
        frailty_score: null,
      })),
      stays: ids.flatMap((id) => admissionsSince(id, days[id] ?? 0)),
      transfers: [],
      reach: Object.fromEntries(ids.map((id) => [id, LAST])),
      ...more,
    };
    const { db } = api.deps.store;
    await db.transaction().execute(async (trx) => {
      await insertCensus(trx, census, []);
      await rebuildFigures(trx);
    });
  }

  async function before(place: string, range = YEAR, period = BEFORE) {
    const { startDate, endDate } = period;
    const path = `${place}/${startDate}/${endDate}/?compared_to=${range.endDate}`;
    const response = await askFor("metrics")(api, path);
    if (response.status === 204) return null;
    return getMetrics.answer.parse(await response.json()).data;
  }

  it("is nothing where the data begin later, which the answer tells", async () => {
    await store({ 111: 545 });
    const found = await before("facility/111");
    expect(found?.comparison).toEqual({
      start_date: BEFORE.startDate,
      end_date: BEFORE.endDate,
      facilities: 1,
      compared: 0,
      // The first of them is discharged after ten days.
      data_from: isoDayOf(LAST - 535),
    });
    expect(found?.snf_adm).toBe(0);
  });

  it("is that of the other facilities where some begin later, and so is the range", async () => {
    await store({ 111: 545, 112: 1_100 });
    const found = await before("region/11");
    expect(found).toMatchObject({
      snf_adm: 183,
      comparison: {
        now: { snf_adm: 182, patient_count: 1 },
        facilities: 2,
        compared: 1,
        data_from: isoDayOf(LAST - 535),
      },
    });
  });

  it("has the days that each facility has in both", async () => {
    await store({ 111: 1_100, 112: 1_100 });
    await reachThrough(api, isoDayOf(LAST - 100), [112]);
    const found = await before("region/11");
    expect(found?.comparison).toEqual({
      start_date: BEFORE.startDate,
      end_date: BEFORE.endDate,
      fewer_days: true,
    });
    expect(found?.snf_adm).toBe(183 + 133);
  });

  it.each([{}, { npi: null }])(
    "takes no more statements than a range does where all have both: %o",
    async (whose) => {
      await store({ 111: 1_100, 112: 1_100, 211: 1_100 });
      let statements = 0;
      const db = api.deps.store.db.withPlugin({
        transformQuery({ node }) {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const question = {
        ...{ facilityIds: "all" as const, isnp: false, ...whose },
        ...{ from: epochDayOf(YEAR.startDate), to: LAST },
      };
      expect(await readMetrics(db, question)).not.toBeNull();
      const ofRange = statements;
      expect(ofRange).toBeGreaterThan(0);
      statements = 0;
      const figures = await openFigures(db, question, firstDayBefore(question));
      expect(await readComparison(db, question, figures)).not.toBeNull();
      expect(statements).toBeLessThanOrEqual(ofRange);
    },
  );

  it("is empty beyond the data, whose last day the range's own answer names", async () => {
    await store({ 111: 1_100 });
    await reachThrough(api, "2026-04-16");
    const read = (days: string) =>
      askFor("metrics")(api, `facility/111/${days}/`);
    const beyond = await read("2026-04-17/2026-06-15");
    expect(beyond.status).toBe(204);
    expect(beyond.headers.get("data-through")).toBe("2026-04-16");
    expect((await read("2026-04-16/2026-06-15")).status).toBe(200);
    const ahead = await read("2027-01-01/2027-01-02");
    expect(ahead.headers.get("data-through")).toBeNull();
    const range = { startDate: "2026-05-17", endDate: TODAY };
    const period = previousPeriod(range, TODAY);
    expect(await before("facility/111", range, period)).toBeNull();
  });
});
