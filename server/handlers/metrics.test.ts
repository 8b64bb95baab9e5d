import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { getMetrics } from "~/contract/metrics";
import {
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { askFor, ONE_DAY, readWith } from "~server/testing/ask-figures";
import { reachThrough } from "~server/measures/testing/reach-through";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const ask = askFor("metrics");
const figures = readWith(ask, getMetrics.answer);

/** The 30 days of all admissions of the quarter are over. */
const settled = (settled_adm: number) => ({
  settled_adm,
  settled_through: "2026-03-31",
});

describe.each(TEST_DIALECTS)("the metrics call on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openHandMadeCensus(dialect);
  });
  afterAll(() => api.close());

  it("answers the whole company", async () => {
    expect(await figures(api, `company/0/${QUARTER}`)).toEqual({
      patient_count: 6,
      // 90 + 10 + 1 + 10 + 17 + 10 + 30 + 27
      days_of_care: 195,
      // Stays 2, 3, 4, 7, 8, 9.
      snf_adm: 6,
      short_stays: {
        // Stays 2 and 8, of stays 2, 3, 8, 9.
        rth: { count: 2, rate: 50 },
        // Stays 3 and 8.
        ed: { count: 2, rate: 50 },
        ach_adm: 4,
        ...settled(4),
      },
      long_stays: {
        // Transfers 2 and 3 over 21 + 10 days.
        h_1000: { count: 2, rate: (2 * 1000) / 31 },
        // Transfers 5 and 9, the second on the discharge day.
        ed_1000: { count: 2, rate: (2 * 1000) / 31 },
        // Transfer 2 over 31 / (365.25 / 12) months: 1000 × 30.4375 / 31.
        adm_1000: { count: 1, rate: 30437.5 / 31 },
        pd_lt_doc: 31,
      },
    });
  });

  it("answers a facility with its stars", async () => {
    expect(await figures(api, `facility/111/${QUARTER}`)).toMatchObject({
      patient_count: 3,
      cms_rating: { overall: 4, survey: 3, quality: 5, staffing: 2 },
    });
  });

  it("counts ISNP stays alone, while long-stay status counts all days there", async () => {
    // Stay 6 is long-stay from its 11th day because of the 90 days of stay 5, which is no ISNP stay.
    expect(await figures(api, `company/0/${QUARTER}?isnp=true`)).toMatchObject({
      days_of_care: 17,
      long_stays: { ed_1000: { count: 1, rate: 100 }, pd_lt_doc: 10 },
    });
  });

  it("shows ISNP-only viewers ISNP stays, whatever they ask for", async () => {
    const viewer: TestUser = { accessLevel: "company", isnpOnly: true };
    const path = `company/0/${QUARTER}?isnp=false`;
    expect(await figures(api, path, viewer)).toMatchObject({
      days_of_care: 17,
    });
    expect(await figures(api, path)).toMatchObject({ days_of_care: 195 });
  });

  it("answers a physician in the facilities that the viewer may see", async () => {
    const path = `physician/${BEN}/${QUARTER}`;
    const viewer: TestUser = { accessLevel: "facility", ids: [112] };
    expect(await figures(api, path, viewer)).toMatchObject({
      patient_count: 1,
      days_of_care: 27,
    });
  });

  it.each([
    ["before the first stay", "company/0/2020-01-01/2020-12-31/"],
    ["in the future", "company/0/2026-06-16/2026-12-31/"],
    ["at a facility without stays", `facility/121/${QUARTER}`],
    [
      "where no stay without a physician is in the range",
      "physician/0/2026-03-01/2026-03-31/",
    ],
  ])("is empty %s", async (_, path) => {
    expect((await ask(api, path)).status).toBe(204);
  });

  it.each([
    ["metrics", `company/0/${QUARTER}`, "lastUpdated"],
    ["new_graphs", "company/0/2026-03-31/", "data_effective_tstamp"],
    ["qmcalculator", "company/0/", "data_effective_tstamp"],
  ])(
    "names the time of the import in New York, as %s do",
    async (call, path, field) => {
      const response = await askFor(call)(api, path);
      expect(await response.json()).toMatchObject({
        [field]: "2026-06-15 00:30:00",
      });
    },
  );

  it("counts patients by frailty band, and none where nobody has a day in the range", async () => {
    const frailty = askFor("frailty");
    const response = await frailty(api, `company/0/${QUARTER}`);
    // Patients 1 and 6; 2; 4. Patients 3 and 5 have no score.
    expect(await response.json()).toMatchObject({
      data: { high: 2, medium: 1, low: 1 },
    });
    // Stay 7 ended that day.
    const after = await frailty(api, "facility/112/2026-02-27/2026-03-31/");
    expect(after.status).toBe(204);
  });
});

describe.each(TEST_DIALECTS)(
  "the metrics call as time goes by on %s",
  (dialect) => {
    let api: TestApi;
    beforeEach(async () => {
      api = await openHandMadeCensus(dialect);
    });
    afterEach(() => api.close());

    it("lets open stays grow as far as the data reach, and no day without an import", async () => {
      const june = "company/0/2026-06-01/2026-12-31/";
      // 15 days of stays 1 and 9, the second long-stay from 13 June.
      expect(await figures(api, june)).toMatchObject({
        days_of_care: 30,
        long_stays: { pd_lt_doc: 18 },
      });
      api.advance(ONE_DAY);
      expect(await figures(api, june)).toMatchObject({
        days_of_care: 30,
        long_stays: { pd_lt_doc: 18 },
      });
      await reachThrough(api, "2026-06-16");
      expect(await figures(api, june)).toMatchObject({
        days_of_care: 32,
        long_stays: { pd_lt_doc: 20 },
      });
      // To 31 December, the end of the range: 30 + 31 + 31 + 30 + 31 + 30 + 31 = 214 days.
      api.advance(300 * ONE_DAY);
      await reachThrough(api, "2027-04-12");
      expect(await figures(api, june)).toMatchObject({
        patient_count: 2,
        days_of_care: 428,
        long_stays: { pd_lt_doc: 416 },
      });
    });

    it("changes the day at midnight in New York", async () => {
      const june = "facility/111/2026-06-01/2026-06-30/";
      await reachThrough(api, "2026-06-30");
      // 03:59 UTC of 16 June is still the 15th there.
      api.advance((15 * 60 + 59) * 60 * 1000);
      expect(await figures(api, june)).toMatchObject({ days_of_care: 15 });
      api.advance(60 * 1000);
      expect(await figures(api, june)).toMatchObject({ days_of_care: 16 });
    });

    it("asks the database again only after an import", async () => {
      const { db } = api.deps.store;
      const path = `company/0/${QUARTER}`;
      expect(await figures(api, path)).toMatchObject({ days_of_care: 195 });
      await db.deleteFrom("place_totals").execute();
      expect(await figures(api, path)).toMatchObject({ days_of_care: 195 });
      await db.updateTable("data_state").set({ version: 2 }).execute();
      expect((await ask(api, path)).status).toBe(204);
    });
  },
);
