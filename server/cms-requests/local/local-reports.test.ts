import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { QIES_REPORT_TYPES } from "~/features/cms-requests/rules/report-types";
import { importRows } from "~server/imports/testing/census-files";
import type { CmsOrder } from "~server/cms-requests/cms-connector";
import { openTestStore } from "~server/testing/open-test-store";
import { textOfPdf } from "~server/testing/pdf-text";
import { orderOf } from "~server/testing/qies-orders";
import { inOneSnapshot } from "~server/store/snapshot";
import { createLocalConnector, LOCAL_REPORT_CODES } from "./local-connector";
import { openedForAll } from "~server/testing/opened";

const NOW = new Date("2026-06-30T16:00:00Z");
const WILLOW = { id: 100, name: "Willow", ccn: "015009" };
const CENSUS = {
  "divisions.csv": ["1,North"],
  "regions.csv": ["10,Lakes,1"],
  "facilities.csv": [
    "100,Willow,10,015009,4,3,5,2",
    "200,Fennel,10,,,,,",
    "300,Sorrel,10,,,,,",
    "400,Tansy,10,,,,,",
  ],
  "physicians.csv": ["9000000001,Ann,Askel,MD,,,"],
  "patients.csv": [
    "1001,M1,Bel,Haskerby,7",
    "1002,,Cid,Aldous,",
    "1003,M3,Dee,Łęski 東,2",
    "1004,M4,Eve,Other,1",
    "1005,M5,Fay,Other,1",
    "1006,M6,Gus,Other,1",
  ],
  "stays.csv": [
    "1,1001,100,9000000001,2026-01-10,2026-02-20,hospital,true",
    "2,1002,100,,2026-03-01,,community,false",
    "3,1003,100,9000000001,2021-05-20,2021-11-30,hospital,false",
    "4,1004,200,9000000001,2021-06-01,2021-06-11,hospital,false",
    "5,1001,100,,2024-02-01,2024-02-11,other,false",
    "6,1002,100,,2021-10-05,2021-12-25,hospital,false",
    "7,1005,300,,2021-06-10,2021-06-14,hospital,false",
    "8,1006,400,,2021-07-01,2021-07-03,hospital,true",
  ],
  "transfers.csv": [
    "1,1001,100,2026-01-15,inpatient,false",
    "2,1003,100,2021-05-25,ed_only,false",
  ],
};

describe("a report from local data", () => {
  const store = openedForAll(() => openTestStore());
  beforeAll(async () => {
    expect(await importRows(store, CENSUS)).toMatchObject({
      outcome: "stored",
    });
  });

  const connector = () =>
    createLocalConnector((read) => inOneSnapshot(store.db, read), "Harbor");

  async function fileOf(order: CmsOrder): Promise<Buffer> {
    const answer = await connector().fetchReport(order, {
      signal: new AbortController().signal,
      now: NOW,
    });
    if (answer.state !== "ready") throw new Error(answer.state);
    return answer.content;
  }

  /** Its text on one line: where a line ends depends on its width. */
  async function textOf(order: CmsOrder): Promise<string> {
    return textOfPdf(await fileOf(order)).replace(/\s+/g, " ");
  }

  it("can be made of every type that is offered", () => {
    const offered = QIES_REPORT_TYPES.map(({ code }) => code);
    expect([...LOCAL_REPORT_CODES].sort()).toEqual(offered.sort());
  });

  const MONTHS = "01/01/2026–03/31/2026";
  const YEAR = "01/01/2021–12/31/2021";
  const NO_MDS =
    "The census cannot fill this report, because it has no MDS submissions.";
  it.each<[code: string, period: string, words: string[]]>([
    [
      "56-801",
      MONTHS,
      [
        "Days of care 72",
        "1 of 1 (100.00%)",
        "Haskerby, Bel M1 01/10/2026 02/20/2026 41 1 0 High (7)",
        "Aldous, Cid Unknown 03/01/2026 Still there 31 0 0 Unknown",
        "Sorted by last name",
      ],
    ],
    [
      "60-6035",
      "10/01/2023–09/30/2024",
      [
        "Fiscal year 2024 runs from October 2023 to September 2024.",
        "Q4 2023 Q1 2024 Q2 2024 Q3 2024",
        "Days of care 0 10 0 0",
        "The census has no stays of other facilities in the period.",
      ],
    ],
    [
      "50-5015",
      "07/01/2025–06/30/2026",
      [NO_MDS, "The request has no dates", "06/2026 0 0"],
    ],
    [
      "56-800",
      MONTHS,
      [
        "Comparison group 05/01/2021-10/31/2021",
        "Company's other facilities, comparison group",
        "Days of care 72 192 16",
        "ED visit within 30 days 0 of 1 (0.00%) 1 of 2 (50.00%) 0 of 3 (0.00%)",
        "Long-stay hospitalizations",
        "01/2026 22 1 1 1 1 0 0 0 0",
      ],
    ],
    [
      "56-804",
      MONTHS,
      [
        "High (6 and above) 1",
        "No score 1",
        "Ann Askel 1 1 0 1 of 1 (100.00%)",
        "Stays without a physician 1",
        "Overall 4 of 5",
      ],
    ],
    [
      "50-5011",
      MONTHS,
      [NO_MDS, "Stays of residents without an MRN 1 2", "03/2026 1 0"],
    ],
    ["50-5009", MONTHS, [NO_MDS, "Stays without a physician 1 2"]],
    [
      "50-5007",
      MONTHS,
      [
        NO_MDS,
        "Aldous, Cid Unknown 03/01/2026 Still there MRN, frailty score, physician",
        "Haskerby, Bel M1",
      ],
    ],
    ["50-5002", MONTHS, [NO_MDS, "Error numbers -3507; -1007"]],
    [
      "60-6032",
      YEAR,
      [
        "Counted 05/20/2021–12/31/2021. The census begins on 05/20/2021.",
        "Days of care 275",
        "ED visit within 30 days 1 of 2 (50.00%)",
      ],
    ],
    [
      "60-6033",
      YEAR,
      [
        "Sorted by admission date.",
        "One name has letters that this file cannot show. Its row has the MRN or the resident's number in its place.",
        "MRN M3 M3 05/20/2021 11/30/2021 194 0 1 Low (2)",
      ],
    ],
    [
      "60-6030",
      YEAR,
      [
        "Quality measures 306 Application of Falls; 440 Pressure Ulcer/Injury",
        "Include resident level data Yes",
        "2 residents with a stay from 07/01/2021 to 12/31/2021. Sorted by discharge date.",
        "MRN M3 M3 05/20/2021 11/30/2021 152",
      ],
    ],
    [
      "55-5017",
      "07/01/2025–06/30/2026",
      [NO_MDS, "Submission ID ABC-123", "From hospital 1"],
    ],
  ])(
    "of type %s shows its facility, its period and the facility's own figures",
    async (code, period, words) => {
      const order = orderOf(code, WILLOW);
      const text = await textOf(order);
      expect(text).toContain(`${order.name} (${code})`);
      expect(text).toContain(
        "Made by Harbor from its own census. This is not a CMS document.",
      );
      expect(text).toContain("Facility Willow CCN 015009 Region Lakes");
      expect(text).toContain("Division North");
      expect(text).toContain(`Period ${period}`);
      expect(text).toContain("Requested 06/30/2026 11:00 AM ET");
      expect(text).toContain("Made 06/30/2026 12:00 PM ET");
      for (const some of words) expect(text).toContain(some);
    },
  );

  it("has numbers in place of names of people and places that its font has not, and the names that it has", async () => {
    const named = async (id: number, last_name: string, mrn?: string) =>
      store.db
        .updateTable("patients")
        .set({ last_name, ...(mrn !== undefined && { mrn }) })
        .where("id", "=", id)
        .execute();
    await named(1001, "כהן");
    await named(1002, "Παπάς");
    const text = await textOf(orderOf("56-801", WILLOW));
    expect(text).toContain(
      "2 names have letters that this file cannot show. Their rows have the MRN or the resident's number in their place.",
    );
    expect(text).toContain("MRN M1 M1 01/10/2026");
    expect(text).toContain("Resident 1002 Unknown 03/01/2026");
    expect(text).not.toContain("?");
    const regions = store.db.updateTable("regions");
    await regions.set({ name: "Βορράς" }).execute();
    const greek = orderOf("56-801", {
      ...WILLOW,
      name: "Μονάδα",
    });
    expect(await textOf(greek)).toContain(
      "Facility CCN 015009 CCN 015009 Region Region 10",
    );
    expect(await textOf(greek)).not.toContain("?");
    await regions.set({ name: "Lakes" }).execute();
    await named(1001, "حسن", "王1");
    await named(1002, "Łukasz-Đặng");
    const other = await textOf(orderOf("56-801", WILLOW));
    expect(other).toContain("One name has letters that");
    expect(other).toContain("Resident 1001");
    expect(other).toContain("Lukasz-Dang, Cid Unknown");
    const checks = await textOf(orderOf("50-5007", WILLOW));
    expect(checks).not.toContain("Resident 1002");
    await named(1001, "Haskerby", "M1");
    await named(1002, "Aldous");
    const physicians = store.db.updateTable("physicians");
    await physicians.set({ last_name: "王" }).execute();
    const staff = await textOf(orderOf("56-804", WILLOW));
    expect(staff).toContain("Its row has the NPI in its place.");
    expect(staff).toContain("NPI 9000000001 1 1 0");
    await physicians.set({ last_name: "Askel" }).execute();
  });

  it("has the marks and the day of the CMS file with the stars", async () => {
    const stored = { stars_on: epochDayOf("2026-04-01"), abuse: 1 } as const;
    await store.db.updateTable("facilities").set(stored).execute();
    expect(await textOf(orderOf("56-804", WILLOW))).toContain(
      "CMS stars on record Cited for abuse. CMS file of 04/01/2026.",
    );
  });

  it("holds ISNP stays alone where who asked may see no others, and says so", async () => {
    const text = await textOf(orderOf("56-801", WILLOW, { isnp: true }));
    expect(text).toContain("Residents ISNP stays only");
    expect(text).toContain("Days of care 41");
    expect(text).toContain("Haskerby");
    expect(text).not.toContain("Aldous");
  });

  it("ends with today where its period has not ended, and counts nothing where it has not begun", async () => {
    const open = { startDate: "2026-06-01", endDate: "2026-12-31" };
    expect(await textOf(orderOf("56-800", WILLOW, open))).toContain(
      "Counted 06/01/2026–06/30/2026. The period has not ended.",
    );
    const there = (time_zone: string | null, data_through: string) =>
      store.db
        .updateTable("facilities")
        .set({ time_zone, data_through: epochDayOf(data_through) })
        .where("id", "=", WILLOW.id)
        .execute();
    // Six in the morning of the day after.
    await there("Pacific/Kiritimati", "2026-07-01");
    expect(await textOf(orderOf("56-800", WILLOW, open))).toContain(
      "Counted 06/01/2026–07/01/2026. The period has not ended.",
    );
    await there(null, "2026-06-30");
    const later = { startDate: "2026-07-01", endDate: "2026-12-31" };
    const text = await textOf(orderOf("56-801", WILLOW, later));
    expect(text).toContain("Counted Nothing. The period has not begun.");
    expect(text).not.toContain("Admissions");
  });

  it("ends with the reach of the facility's data, and counts nothing after it", async () => {
    const reach = (data_through: number | null) =>
      store.db
        .updateTable("facilities")
        .set({ data_through })
        .where("id", "=", WILLOW.id)
        .execute();
    const days = { startDate: "2026-03-01", endDate: "2026-06-30" };
    await reach(epochDayOf("2026-03-10"));
    const text = await textOf(orderOf("56-801", WILLOW, days));
    expect(text).toContain(
      "Counted 03/01/2026–03/10/2026. The census is complete through 03/10/2026.",
    );
    expect(text).toContain("Complete through 03/10/2026");
    expect(text).toContain("Days of care 10");
    expect(text).toContain("Aldous, Cid Unknown 03/01/2026 Still there 10");
    await reach(epochDayOf("2026-02-28"));
    expect(await textOf(orderOf("56-801", WILLOW, days))).toContain(
      "Counted Nothing. The census is complete through 02/28/2026.",
    );
    await reach(null);
    expect(await textOf(orderOf("56-801", WILLOW, days))).toContain(
      "Counted Nothing. The census of the facility has not been complete yet.",
    );
    await reach(epochDayOf("2026-06-30"));
  });

  it("has its facility, its name, its period and the page at the head of every page", async () => {
    const order = orderOf("56-804", WILLOW, {
      facility: { ...WILLOW, name: "Willow House of the Lakes ".repeat(9) },
      isnp: true,
    });
    const lines = textOfPdf(await fileOf(order)).split("\n");
    const numbers = lines.filter((line) => /^Page \d of \d$/.test(line));
    expect(numbers).toEqual(["Page 1 of 2", "Page 2 of 2"]);
    for (const number of numbers) {
      const at = lines.indexOf(number);
      expect(lines[at + 1]).toBe(
        `${order.name} (56-804) · 01/01/2026–03/31/2026 · ISNP stays only`,
      );
      expect(lines[at + 2]).toMatch(/^Willow House of the Lakes .*…$/);
    }
  });

  const NO_TABLES = "so the tables of this period are left out.";
  const BEFORE = { startDate: "2020-01-01", endDate: "2020-12-31" };
  const QUIET = { startDate: "2023-01-01", endDate: "2023-12-31" };

  it.each<[string, string, Partial<CmsOrder>]>([
    ["before the census", "56-801", BEFORE],
    ["without stays", "60-6033", QUIET],
    [
      "without stays",
      "56-804",
      {
        ...QUIET,
        args: { CmprsnGroup: { value: "01/01/2020-06/30/2020", label: "" } },
      },
    ],
    ["without stays", "60-6030", QUIET],
    ["without stays", "50-5007", QUIET],
    [
      "without stays",
      "60-6035",
      { args: { fy: { value: "2023", label: "2023" } } },
    ],
  ])(
    "of a period %s has one sentence in place of tables of zeros: %s",
    async (_, code, changes) => {
      const text = await textOf(orderOf(code, WILLOW, changes));
      expect(text.split(NO_TABLES)).toHaveLength(2);
      expect(text).not.toContain("Admissions");
      expect(text).not.toContain("Residents ");
      expect(text).not.toContain("0 of 0");
      expect(text).not.toContain("Figures of the facility");
    },
  );

  it("says where the census begins when the period is before it", async () => {
    const text = await textOf(orderOf("56-801", WILLOW, BEFORE));
    expect(text).toContain("Counted Nothing. The census begins on 05/20/2021.");
    expect(text).toContain(
      "The census has no stays of this facility from 01/01/2020 to 12/31/2020,",
    );
  });

  it("leaves out a comparison group without stays, and keeps one that has some", async () => {
    const group = {
      CmprsnGroup: { value: "01/01/2020-06/30/2020", label: "" },
    };
    const without = await textOf(orderOf("56-800", WILLOW, { args: group }));
    expect(without).toContain(
      "The census has no stays from 01/01/2020 to 06/30/2020, so the comparison group is left out.",
    );
    expect(without).not.toContain("Not compared");
    expect(without).not.toContain("0 of 0 days (Unknown) 0 of 0");
    const quiet = await textOf(orderOf("56-800", WILLOW, QUIET));
    expect(quiet).toContain(NO_TABLES);
    expect(quiet).toContain("Days of care 192 16");
    expect(quiet).not.toContain("By month");
  });

  it("has a sentence in place of a table of moves where nobody moved", async () => {
    const still = { startDate: "2026-04-01", endDate: "2026-05-31" };
    const text = await textOf(orderOf("50-5011", WILLOW, still));
    expect(text).toContain("Nobody was admitted in the period.");
    expect(text).toContain("Nobody was admitted or discharged in the period.");
    expect(text).toContain("Stays without a physician 1 1");
  });

  const TOO_FEW = "Fewer than three of the company's other facilities";

  it.each<[string, Partial<CmsOrder>]>([
    [
      "have residents in the time",
      { args: { CmprsnGroup: { value: "01/01/2021-06/30/2021", label: "" } } },
    ],
    ["have ISNP residents in the time", { isnp: true }],
  ])(
    "compares with nobody where fewer than three others %s",
    async (_, changes) => {
      const text = await textOf(orderOf("56-800", WILLOW, changes));
      expect(text).toContain(TOO_FEW);
      expect(text).not.toContain("Company's other facilities,");
    },
  );

  it("compares with nobody where the company has fewer than three others", async () => {
    const db = store.db;
    await db.deleteFrom("stays").where("facility_id", "=", 400).execute();
    await db.deleteFrom("facilities").where("id", "=", 400).execute();
    const text = await textOf(orderOf("56-804", WILLOW));
    expect(text).toContain(TOO_FEW);
    expect(text).not.toContain("Company's other facilities,");
  });

  it("is tagged, named and in English, with no resident in its properties", async () => {
    const file = (await fileOf(orderOf("56-801", WILLOW))).toString("latin1");
    for (const mark of [
      "/MarkInfo",
      "/Lang (en-US)",
      "/DisplayDocTitle true",
      "(MDS 3.0 Resident Level Quality Measure Report \\(56-801\\))",
      "/S /H1",
      "/S /H2",
      "/S /Table",
      "/Scope /Row",
      "/Scope /Column",
    ]) {
      expect(file).toContain(mark);
    }
    expect(file).not.toContain("Haskerby");
  });

  it("is the same file for the same census and time", async () => {
    const order = orderOf("56-804", WILLOW);
    expect((await fileOf(order)).equals(await fileOf(order))).toBe(true);
  });

  it("is refused for a type that the portal does not offer", async () => {
    const order = { ...orderOf("56-800", WILLOW), code: "41-0" };
    const attempt = { signal: new AbortController().signal, now: NOW };
    expect(await connector().fetchReport(order, attempt)).toMatchObject({
      state: "refused",
    });
  });
});
