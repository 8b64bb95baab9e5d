import { expect, it } from "vitest";
import type { SortDirection } from "~/domain/lists/table-sort";
import { sortFacilities, type CensusColumn } from "./census-order";

const ALDER = {
  facility_name: "Alder",
  last_message: null,
  last_movement: null,
  last_movement_on: null,
  movements: null,
  usual_movements: null,
  is_silent: false,
  residents: 92,
  stays: 300,
  stays_in_doubt: 6,
  hospital_without_transfer: 0,
  transfer_outside_stay: 0,
  overlapping_stays: 0,
  shared_mrn: 0,
  no_physician: 0,
  assumed_outcome: 0,
  waiting: 0,
};
const BIRCH = {
  ...ALDER,
  facility_name: "Birch",
  last_message: "2026-06-12T14:05:00.000Z",
  stays_in_doubt: 7,
  waiting: 3,
};
const CEDAR = {
  ...ALDER,
  facility_name: "Cedar",
  last_message: "2026-06-09T14:05:00.000Z",
};

const order = (...how: [CensusColumn?, SortDirection?]) =>
  sortFacilities([CEDAR, BIRCH, ALDER], ...how).map(
    ({ facility_name }) => facility_name,
  );

it("puts facilities in the order of a column, and those that are equal there by name", () => {
  expect(order("facility")).toEqual(["Alder", "Birch", "Cedar"]);
  expect(order("facility", "desc")).toEqual(["Cedar", "Birch", "Alder"]);
  expect(order("doubt", "desc")).toEqual(["Birch", "Alder", "Cedar"]);
  expect(order("findings", "asc")).toEqual(["Alder", "Cedar", "Birch"]);
  // Who has no feed is last either way.
  expect(order("message", "asc")).toEqual(["Cedar", "Birch", "Alder"]);
  expect(order("message", "desc")).toEqual(["Birch", "Cedar", "Alder"]);
});

it("puts facilities with marks first where no column is asked for, the worst before others", () => {
  const silent = { is_silent: true, last_movement_on: "2026-06-12" };
  const all = [
    ALDER,
    BIRCH,
    { ...CEDAR, ...silent },
    { ...BIRCH, ...silent, facility_name: "Dogwood" },
  ];
  expect(sortFacilities(all).map((row) => row.facility_name)).toEqual([
    "Dogwood",
    "Cedar",
    "Birch",
    "Alder",
  ]);
});
