import { describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import {
  choicesOf,
  listResidents,
  SHOWN,
  todayCounts,
  type TodayRow,
} from "./list";
import { byUnit, grouped } from "./order";
import { withQuery } from "~/paths";
import { narrowed, NO_FILTERS, readTodayQuery, todayQuery } from "./query";

const TODAY = epochDayOf("2026-06-15");
const ago = (days: number) => isoDayOf(TODAY - days);

const ROW: TodayRow = {
  stay_id: 0,
  last_name: null,
  first_name: null,
  facility_id: 101,
  facility_name: "Alder House",
  unit: null,
  npi: null,
  physician_name: null,
  admitted_on: ago(200),
  from_hospital: false,
  long_stay_from: ago(100),
  frailty_score: 3,
  hospitalizations_30: 0,
  hospitalizations_90: 0,
  hospitalizations_180: 0,
  ed_visits_30: 0,
  ed_visits_90: 0,
  ed_visits_180: 0,
  out_since: null,
  bed_kept: false,
  back_on: null,
  last_note_at: null,
  high_risk_note_at: null,
  high_risk_note_on: null,
};

/** Six residents, each with a name by which the tests call them. */
const ROWS: TodayRow[] = (
  [
    // One rule each, with 20 and 26 days left of the window; then two rules.
    ["Ten", { admitted_on: ago(10), from_hospital: true, frailty_score: 6 }],
    ["Four", { admitted_on: ago(4), from_hospital: true, frailty_score: 7 }],
    ["Two", { hospitalizations_30: 2, back_on: ago(1), unit: "2 West" }],
    ["Out", { out_since: ago(2), npi: 7, physician_name: "Gray" }],
    ["Gone", { out_since: ago(1), hospitalizations_90: 1, unit: "10 East" }],
    ["Zoe", { long_stay_from: ago(-7), npi: 7, physician_name: "Gray" }],
    ["Amy", { facility_id: 102, facility_name: "Birch House" }],
  ] as [string, Partial<TodayRow>][]
).map(([last_name, more], stay_id) => ({
  ...ROW,
  ...more,
  last_name,
  stay_id,
}));

const ALL = listResidents({
  data: ROWS,
  day: isoDayOf(TODAY),
  facilities: [],
});

function names(part: readonly { row: TodayRow }[]): (string | null)[] {
  return part.map(({ row }) => row.last_name);
}

function groups(query = "") {
  const { filters, sort } = readTodayQuery(new URLSearchParams(query));
  const { attention, out, others } = grouped(narrowed(ALL, filters), sort);
  return [attention, out, others].map(names);
}

describe("the list of today", () => {
  it("begins with whom most rules name, then by the days left; who left last is first of those out", () => {
    expect(groups()).toEqual([
      ["Two", "Ten", "Four"],
      ["Gone", "Out"],
      ["Amy", "Zoe"],
    ]);
  });

  it("has those of a unit together, house by house", () => {
    expect(names(byUnit([...ALL].reverse()))).toEqual([
      ...["Two", "Gone", "Zoe", "Out", "Four", "Ten"],
      "Amy",
    ]);
  });

  it("keeps its parts in the order of a column", () => {
    expect(groups("sort=name&dir=asc")[0]).toEqual(["Four", "Ten", "Two"]);
    expect(groups("sort=window&dir=asc")[0]).toEqual(["Ten", "Four", "Two"]);
    expect(groups("sort=hospital&dir=desc")[1]).toEqual(["Gone", "Out"]);
    expect(groups("sort=physician&dir=desc")[2]).toEqual(["Amy", "Zoe"]);
    expect(groups("sort=long_stay&dir=desc")[2]).toEqual(["Zoe", "Amy"]);
    expect(groups("sort=nothing")).toEqual(groups());
  });

  it.each([
    ["show=attention", ["Two", "Ten", "Four"]],
    ["show=window", ["Ten", "Four"]],
    ["show=out", ["Gone", "Out"]],
    ["show=back", ["Two"]],
    ["show=long_stay_soon", ["Zoe"]],
    ["frailty=high", ["Ten", "Four"]],
    ["unit=2+West", ["Two"]],
    ["physician=7", ["Out", "Zoe"]],
    ["physician=none&show=out", ["Gone"]],
    ["facility-id=102", ["Amy"]],
  ])("is narrowed by %s", (query, expected) => {
    expect(groups(query).flat()).toEqual(expected);
    const { filters, sort } = readTodayQuery(new URLSearchParams(query));
    expect(withQuery("", todayQuery(filters, sort))).toBe(
      `?${new URLSearchParams(
        [...new URLSearchParams(query)].sort(
          ([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other),
        ),
      ).toString()}`,
    );
  });

  it("counts whom each choice shows, and who is in house", () => {
    const counts = todayCounts(ALL);
    expect(counts).toEqual({
      in_house: 5,
      attention: 3,
      window: 2,
      out: 2,
      back: 1,
      long_stay_soon: 1,
    });
    for (const show of SHOWN) {
      const shown = narrowed(ALL, { ...NO_FILTERS, show });
      expect(shown).toHaveLength(counts[show]);
    }
  });

  it("offers units, physicians and facilities once each, in their order", () => {
    expect(choicesOf(ALL)).toEqual({
      units: ["2 West", "10 East"],
      physicians: [
        { key: "7", name: "Gray" },
        { key: "none", name: null },
      ],
      facilities: [
        { key: "101", name: "Alder House" },
        { key: "102", name: "Birch House" },
      ],
    });
  });
});

/** How an address names its filters. */
const ORDER = ["show", "frailty", "unit", "physician", "facility-id"];
