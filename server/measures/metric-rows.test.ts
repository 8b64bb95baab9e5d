import { parse } from "csv-parse/sync";
import { describe, expect, it, test } from "vitest";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { METRIC_COLUMNS } from "~/contract/metricdatacsv";
import { epochDayOf } from "~/domain/calendar";
import { csvHeadOf, csvOf } from "./metric-rows";
import { cellsOf, type MetricRow } from "./metric-rows-columns";

const ROW: MetricRow = {
  facility_id: 111,
  facility_name: "Willow House",
  npi: 1_000_000_001,
  physician_first_name: "Ada",
  physician_last_name: "Roam",
  patient_id: 7,
  mrn: "M7",
  first_name: "Bert",
  last_name: "Brown",
  stay_id: 70,
  admitted_on: epochDayOf("2026-01-10"),
  discharged_on: null,
  admitted_from: "hospital",
  isnp: 0,
  long_stay_from: epochDayOf("2026-04-20"),
  days: 12,
  event_on: epochDayOf("2026-01-20"),
  event_outcome: "inpatient",
  event_planned: 0,
  event_facility_id: 112,
  event_facility_name: "Alder House",
};

const asItIs = (name: string) => [name, name] as const;

describe("the name of a patient", () => {
  it.each<readonly [string | null, string]>([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-2", "'-2"],
    ["@x", "'@x"],
    ["\t=1", "'=1"],
    ["\r\n@x", "'@x"],
    ["  =1+1", "'=1+1"],
    ["\u00a0=1+1", "'=1+1"],
    ["\ufeff=1+1", "'=1+1"],
    ["\u200b\u200f=1+1", "'=1+1"],
    ["\u0000-2", "'-2"],
    ["\u3000＝1+1", "'＝1+1"],
    ['=cmd|"/c calc"!A1', `'=cmd|"/c calc"!A1`],
    ["＝1+1", "'＝1+1"],
    // What nobody sees around it goes.
    ["\tx", "x"],
    [" Ann\u00a0", "Ann"],
    ["\ufeff \t", ""],
    ...['Quo"te', "Com,ma", "Line\nbreak", "Line\r\nbreak"].map(asItIs),
    ...["Zoë Ångström", "O'Neil-Smith", "a=b"].map(asItIs),
    [null, ""],
  ])("%j is written as %j", (name, cell) => {
    const [cells] = parse(csvOf("snf_adm", [{ ...ROW, last_name: name }]));
    const at = METRIC_COLUMNS.snf_adm.indexOf("patient_last_name");
    expect(cells?.[at]).toBe(cell);
  });
});

test("negative numbers stay numbers", () => {
  const line = csvOf("days_of_care", [{ ...ROW, days: -12 }]);
  expect(line).toMatch(/,-12,\r\n$/);
});

test("a file begins with the byte order mark and the header row, and its lines end in CRLF", () => {
  const text = csvHeadOf("days_of_care") + csvOf("days_of_care", [ROW]);
  expect([...Buffer.from(text).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(text.slice(1)).toBe(
    "facility_id,facility_name,physician_npi,physician_first_name,physician_last_name," +
      "patient_id,mrn,patient_first_name,patient_last_name,stay_id,admitted_on,discharged_on," +
      "admitted_from,isnp,days_in_range,census_mark\r\n" +
      "111,Willow House,1000000001,Ada,Roam,7,M7,Bert,Brown,70,2026-01-10,,hospital,false,12,\r\n",
  );
});

test("a row of an event tells its day, outcome and place, and that of a return the days since admission", () => {
  for (const tag of ["rth", "ed"] as const) {
    const marked = { ...ROW, census_mark: "silent, in doubt" };
    expect(cellsOf(tag, marked).slice(-7)).toEqual([
      "2026-01-20",
      "inpatient",
      "false",
      112,
      "Alder House",
      10,
      "silent, in doubt",
    ]);
  }
  expect(
    csvOf("h_1000", [ROW]).endsWith(
      ",2026-04-20,2026-01-20,inpatient,false,112,Alder House,\r\n",
    ),
  ).toBe(true);
});

test("days to an event are 0 on the day of admission, and blank where the event is not known", () => {
  const days = (event_on: number | null) =>
    cellsOf("rth", { ...ROW, event_on }).at(-2);
  expect(days(ROW.admitted_on)).toBe(0);
  expect(days(null)).toBeNull();
});

test("a stay without a physician has neither number nor names of one", () => {
  const nobody = {
    npi: null,
    physician_first_name: null,
    physician_last_name: null,
  };
  expect(csvOf("snf_adm", [{ ...ROW, ...nobody }])).toMatch(
    /^111,Willow House,,,,7,M7,Bert,Brown,/,
  );
});

test("every metric has as many cells as its header has names", () => {
  for (const tag of FIGURE_TAGS) {
    expect(cellsOf(tag, ROW)).toHaveLength(METRIC_COLUMNS[tag].length);
  }
});
