import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  ADA,
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { reachThrough } from "~server/measures/testing/reach-through";
import { askFor, ONE_DAY } from "~server/testing/ask-figures";
import { openedForEach } from "~server/testing/opened";

const answer = z.object({
  data: z.unknown(),
  data_through: z.unknown().optional(),
});

describe("the reach of the data", () => {
  const api = openedForEach(() => openHandMadeCensus());

  async function read(call: string, path: string) {
    const response = await askFor(call)(api, path);
    return response.status === 204 ? null : answer.parse(await response.json());
  }

  const dataOf = async (call: string, path: string) =>
    (await read(call, path))?.data;

  it("of one facility ends its days and events alone, also in a larger place", async () => {
    // Day 69 of the quarter: all long-stay days of stay 1, and all of its events but one, come after it.
    await reachThrough(api, "2026-03-10", [111]);
    expect(await dataOf("metrics", `company/0/${QUARTER}`)).toMatchObject({
      patient_count: 6,
      days_of_care: 195 - 21,
      short_stays: {
        rth: { count: 2 },
        ed: { count: 2 },
        ach_adm: 4,
        settled_adm: 4,
        settled_through: "2026-02-08",
      },
      // Of stay 6 alone, with its ED visit on the day of discharge.
      long_stays: {
        h_1000: { count: 0 },
        ed_1000: { count: 1 },
        pd_lt_doc: 10,
      },
    });
    expect(await dataOf("metrics", `facility/112/${QUARTER}`)).toMatchObject({
      days_of_care: 28,
    });
    expect(
      await dataOf("metrics", "facility/111/2026-03-11/2026-03-31/"),
    ).toBeUndefined();
  });

  it("ends lists, frailty, staff and physicians there too", async () => {
    await reachThrough(api, "2026-01-31", [111]);
    await reachThrough(api, null, [211]);
    // Of the patients of 111 stays 1 and 2 have begun; those of 211 do not count.
    expect(await dataOf("summary", `company/0/${QUARTER}`)).toMatchObject([
      { id: 1, patient_count: 3, long_stay_patient_count: 1 },
      { id: 2, patient_count: 0, admit_from_hospital_count: 0 },
    ]);
    expect(await dataOf("frailty", `company/0/${QUARTER}`)).toEqual({
      high: 1,
      medium: 1,
      low: 1,
    });
    expect(
      await dataOf("medicalstaff", `facility/111/${QUARTER}`),
    ).toMatchObject([
      { id: ADA, patient_count: 1 },
      { id: BEN, patient_count: 1 },
    ]);
    expect(
      await dataOf("summary", `physician/${ADA}/${QUARTER}`),
    ).toMatchObject([
      { id: 1, days_care: 31, hospital_transfers: 0 },
      // Its ED visit was at 211.
      { id: 2, days_care: 1, hospital_transfers: 1, hospital_visits: 0 },
    ]);
    expect(
      await dataOf("metrics", `physician/${ADA}/${QUARTER}`),
    ).toMatchObject({ patient_count: 2, days_of_care: 32 });
  });

  it("that ends before the range leaves the place's row of a list without figures", async () => {
    await reachThrough(api, "2025-12-31", [211]);
    expect(await dataOf("summary", `company/0/${QUARTER}`)).toMatchObject([
      { id: 1, patient_count: 4 },
      { id: 2, patient_count: null, rth_30_metric: null },
    ]);
    await reachThrough(api, "2026-01-01", [211]);
    expect(await dataOf("summary", `company/0/${QUARTER}`)).toMatchObject([
      { id: 1, patient_count: 4 },
      { id: 2, patient_count: 0 },
    ]);
  });

  it("is in the name and the head of an export whose range passes it", async () => {
    await reachThrough(api, "2026-03-10", [111]);
    const { token } = await api.signIn({ accessLevel: "company" });
    const headOf = async (place: string) => {
      const path = `/api/metricdatacsv/${place}/${QUARTER}?measure_name=days_of_care`;
      const { headers } = await api.get(path, token);
      return [headers.get("data-through"), headers.get("content-disposition")];
    };
    expect(await headOf("company/0")).toEqual([
      "2026-03-10",
      'attachment; filename="days_of_care-company-0-from-2026-01-01-2026-03-31-through-2026-03-10.csv"',
    ]);
    expect(await headOf("facility/112")).toEqual([
      null,
      'attachment; filename="days_of_care-facility-112-from-2026-01-01-2026-03-31.csv"',
    ]);
  });

  it("ends the year of the quality score, and the months of the graphs", async () => {
    api.advance(60 * ONE_DAY);
    const before = { ach_adm: 7, ls_days: 110 };
    expect(await dataOf("qmcalculator", "company/0/")).toMatchObject(before);
    api.advance(60 * ONE_DAY);
    // Its first day moves on: stay 5 of September 2025 is left out by then.
    const after = { ach_adm: 6, ls_days: 110 };
    expect(await dataOf("qmcalculator", "company/0/")).toMatchObject(after);
    const graphs = z
      .object({ general: z.object({ patient_count: z.array(z.unknown()) }) })
      .parse(await dataOf("new_graphs", "company/0/2026-10-13/"));
    // June 2026 is the 14th of the months to October.
    expect(graphs.general.patient_count.slice(12)).toEqual([
      2,
      2,
      null,
      null,
      null,
      null,
    ]);
  });

  it("is told with every answer that has figures, for the facilities that it is about", async () => {
    await reachThrough(api, "2026-03-10", [111]);
    await reachThrough(api, "2026-04-01", [211]);
    // Without stays, so it matters to nobody.
    await reachThrough(api, "2020-01-01", [121]);
    const through = async (call: string, path: string) =>
      (await read(call, path))?.data_through;
    const all = { earliest: "2026-03-10", latest: "2026-06-15" };
    for (const [call, path] of [
      ["metrics", `company/0/${QUARTER}`],
      ["summary", `company/0/${QUARTER}`],
      ["frailty", `company/0/${QUARTER}`],
      ["new_graphs", "company/0/2026-03-31/"],
      ["qmcalculator", "company/0/"],
    ] as const) {
      expect([call, await through(call, path)]).toEqual([call, all]);
    }
    expect(await through("metrics", `facility/211/${QUARTER}`)).toEqual({
      earliest: "2026-04-01",
      latest: "2026-04-01",
    });
    expect(
      await through("metrics", "physician/0/2026-01-01/2026-02-28/"),
    ).toEqual({ earliest: "2026-03-10", latest: "2026-03-10" });
    await reachThrough(api, null, [112]);
    expect(await through("metrics", `region/11/${QUARTER}`)).toEqual({
      earliest: null,
      latest: "2026-03-10",
    });
  });
});
