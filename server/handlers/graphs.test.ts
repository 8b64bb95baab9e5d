import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { getGraphs } from "~/contract/graphs";
import { openHandMadeCensus } from "~server/measures/testing/hand-made-census";
import { askFor, ONE_DAY, readWith } from "~server/testing/ask-figures";
import { reachThrough } from "~server/measures/testing/reach-through";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const ask = askFor("new_graphs");
const graphs = readWith(ask, getGraphs.answer);

/** The first 11 months on the screen have nothing; then September 2025 to March 2026. */
function fromSeptember<Value>(empty: Value, ...values: Value[]): Value[] {
  return [...new Array<Value>(11).fill(empty), ...values];
}

describe.each(TEST_DIALECTS)("the graphs call on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openHandMadeCensus(dialect);
  });
  afterAll(() => api.close());

  it("answers 36 months that end with the 18, and those before", async () => {
    const usual = await graphs(api, "company/0/2026-03-31/");
    const long = await graphs(api, "company/0/2026-03-31/?months=36");
    expect([long.months.length, long.months[0], long.years[0]]).toEqual([
      36, 4, 2023,
    ]);
    expect(long.long_stays.adm_1000.rolling.slice(18)).toEqual(
      usual.long_stays.adm_1000.rolling,
    );
    expect(long.short_stays.rth_30.mom.slice(18)).toEqual(
      usual.short_stays.rth_30.mom,
    );
    expect(long.general?.patient_count).toHaveLength(36);
  });

  it("answers the whole company month over month", async () => {
    const { short_stays, long_stays, general, months, years } = await graphs(
      api,
      "company/0/2026-03-31/",
    );
    expect(months).toEqual([
      10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3,
    ]);
    expect(years).toEqual([
      2024, 2024, 2024, 2025, 2025, 2025, 2025, 2025, 2025, 2025, 2025, 2025,
      2025, 2025, 2025, 2026, 2026, 2026,
    ]);
    // Stays 5; 1 and 6; 2; 3; 8 and 9.
    expect(short_stays.admission_events.mom).toEqual(
      fromSeptember(0, 1, 0, 0, 2, 1, 1, 2),
    );
    // Stay 2 in January, stay 8 of two in March.
    expect(short_stays.rth_30.mom).toEqual(
      fromSeptember<number | null>(null, 0, null, null, 0, 100, 0, 50),
    );
    // Stay 6 of two in December (an ED visit on its 20th day), stay 3 in February, stay 8 of two in March.
    expect(short_stays.ed_30.mom).toEqual(
      fromSeptember<number | null>(null, 0, null, null, 50, 0, 100, 50),
    );
    // Stay 6 from 8 to 17 January, stay 1 from 11 March.
    expect(long_stays.period_doc.mom).toEqual(
      fromSeptember(0, 0, 0, 0, 0, 10, 0, 21),
    );
    expect(long_stays.inpatient_events.mom).toEqual(
      fromSeptember(0, 0, 0, 0, 0, 0, 0, 2),
    );
    expect(long_stays.outpatient_events.mom).toEqual(
      fromSeptember(0, 0, 0, 0, 0, 1, 0, 1),
    );
    const none = new Array<null>(15).fill(null);
    expect(long_stays.hosp_1000.mom).toEqual([...none, 0, null, 2000 / 21]);
    expect(long_stays.ed_1000.mom).toEqual([...none, 100, null, 1000 / 21]);
    expect(long_stays.adm_1000.mom).toEqual([...none, 0, null, 30437.5 / 21]);
    expect(general).toEqual({
      // Patient 2 has one day in February: stay 3 ended on the day it began.
      patient_count: fromSeptember(0, 1, 1, 1, 2, 3, 4, 3),
      days_of_care: fromSeptember(0, 30, 31, 29, 34, 58, 49, 88),
      snf_adm: fromSeptember(0, 1, 0, 0, 2, 1, 3, 2),
      ach_adm: fromSeptember(0, 1, 0, 0, 2, 1, 1, 2),
    });
  });

  it("answers the twelve months that end with each month", async () => {
    const { short_stays, long_stays } = await graphs(
      api,
      "company/0/2026-03-31/",
    );
    expect(short_stays.admission_events.rolling).toEqual(
      fromSeptember(0, 1, 1, 1, 3, 4, 5, 7),
    );
    expect(short_stays.rth_30.rolling).toEqual(
      fromSeptember<number | null>(null, 0, 0, 0, 0, 25, 20, 200 / 7),
    );
    expect(long_stays.period_doc.rolling).toEqual(
      fromSeptember(0, 0, 0, 0, 0, 10, 10, 31),
    );
    expect(long_stays.hosp_1000.rolling.at(-1)).toBe(2000 / 31);
    expect(long_stays.inpatient_events.rolling.at(-1)).toBe(2);
    expect(long_stays.outpatient_events.rolling.at(-1)).toBe(2);
  });

  it("cuts the last month at the end of the range, and reaches back a year for the first rolling value", async () => {
    const cut = await graphs(api, "facility/111/2026-03-15/");
    // Stay 1: 11 to 15 March, with transfer 2.
    expect(cut.long_stays.period_doc.mom.at(-1)).toBe(5);
    expect(cut.long_stays.inpatient_events.mom.at(-1)).toBe(1);
    expect(cut.general?.days_of_care.at(-1)).toBe(15);
    // 18 months to August 2027 begin in March 2026; September 2025 is 6 months before them.
    const later = await graphs(api, "company/0/2027-08-31/");
    expect(later.months.at(0)).toBe(3);
    expect(later.short_stays.admission_events.mom.at(0)).toBe(2);
    expect(later.short_stays.admission_events.rolling.at(0)).toBe(7);
  });

  it("cuts at today, and knows nothing of months that have not begun", async () => {
    const june = await graphs(api, "company/0/2026-06-30/");
    // 15 days of stays 1 and 9.
    expect(june.general?.days_of_care.at(-1)).toBe(30);
    expect(june.general?.patient_count.at(-1)).toBe(2);

    const august = await graphs(api, "company/0/2026-08-31/");
    expect(august.months.slice(-3)).toEqual([6, 7, 8]);
    expect(august.general?.days_of_care.slice(-3)).toEqual([30, null, null]);
    expect(august.general?.patient_count.slice(-3)).toEqual([2, null, null]);
    expect(august.long_stays.period_doc.rolling.slice(-3)).toEqual([
      june.long_stays.period_doc.rolling.at(-1),
      null,
      null,
    ]);
    expect(august.short_stays.rth_30.rolling.slice(-2)).toEqual([null, null]);
  });

  it.each([
    ["before the first stay", "company/0/2025-08-31/"],
    ["more than a year and a half ahead", "company/0/2028-01-31/"],
    ["years ahead", "company/0/2035-01-31/"],
    ["at a facility without stays", "facility/121/2026-03-31/"],
  ])("is empty %s", async (_, path) => {
    expect((await ask(api, path)).status).toBe(204);
  });
});

describe.each(TEST_DIALECTS)(
  "the graphs call as time goes by on %s",
  (dialect) => {
    let api: TestApi;
    beforeEach(async () => {
      api = await openHandMadeCensus(dialect);
    });
    afterEach(() => api.close());

    it("is empty from the month on whose twelve and the seventeen before it hold no stay", async () => {
      // 1 August 2028; the last stay there ended in February 2026.
      api.advance(778 * ONE_DAY);
      await reachThrough(api, "2028-08-01");
      const last = await graphs(api, "facility/112/2028-06-30/");
      expect(last.general?.days_of_care).toEqual(new Array<number>(18).fill(0));
      // Stay 3, in February 2026.
      expect(last.short_stays.admission_events.rolling).toEqual([
        1,
        ...new Array<number>(17).fill(0),
      ]);
      const path = "facility/112/2028-07-31/";
      expect((await ask(api, path)).status).toBe(204);
    });

    it("lets open stays grow and months begin as far as the data reach", async () => {
      api.advance(330 * ONE_DAY);
      const path = "company/0/2027-06-30/";
      const { months, general: atImport } = await graphs(api, path);
      // Of June 2026 15 days of two open stays; no month after it has begun in the data.
      expect(months.slice(4, 7)).toEqual([5, 6, 7]);
      expect(atImport?.days_of_care.slice(4, 7)).toEqual([62, 30, null]);
      expect(atImport?.days_of_care.slice(6)).toEqual(
        new Array<null>(12).fill(null),
      );

      await reachThrough(api, "2027-05-11");
      const { general, long_stays } = await graphs(api, path);
      // From June 2026 on two open stays; today is 11 May 2027.
      expect(general?.days_of_care.slice(-4)).toEqual([62, 60, 22, null]);
      expect(general?.patient_count.slice(-4)).toEqual([2, 2, 2, null]);
      expect(long_stays.period_doc.mom.slice(-4)).toEqual([62, 60, 22, null]);
    });
  },
);
