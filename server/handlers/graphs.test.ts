import { describe, expect, it } from "vitest";
import { getGraphs } from "~/contract/graphs";
import { openHandMadeCensus } from "~server/measures/testing/hand-made-census";
import { askFor, readWith } from "~server/testing/ask-figures";
import { openedForAll } from "~server/testing/opened";

const ask = askFor("new_graphs");
const graphs = readWith(ask, getGraphs.answer);

/** The first 11 months on the screen have nothing; then September 2025 to March 2026. */
function fromSeptember<Value>(empty: Value, ...values: Value[]): Value[] {
  return [...new Array<Value>(11).fill(empty), ...values];
}

describe("the graphs call", () => {
  const api = openedForAll(() => openHandMadeCensus());

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
});
