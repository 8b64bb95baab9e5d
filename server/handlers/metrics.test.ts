import { describe, expect, it } from "vitest";
import { getMetrics } from "~/contract/metrics";
import {
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { askFor, readWith } from "~server/testing/ask-figures";
import type { TestUser } from "~server/testing/open-test-api";
import { openedForAll } from "~server/testing/opened";

const ask = askFor("metrics");
const figures = readWith(ask, getMetrics.answer);

/** The 30 days of all admissions of the quarter are over. */
const settled = (settled_adm: number) => ({
  settled_adm,
  settled_through: "2026-03-31",
});

describe("the metrics call", () => {
  const api = openedForAll(() => openHandMadeCensus());

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
});
