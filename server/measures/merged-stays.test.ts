import { expect, it } from "vitest";
import { joinedStays, type StayRow } from "./merged-stays";

/** The stays of resident 1, whom somebody registered again as 2 and 3. */
function row(
  id: number,
  admitted_on: number,
  discharged_on: number | null,
  more: Partial<StayRow> = {},
): StayRow {
  return {
    id,
    patient_id: 1,
    recorded_patient_id: null,
    facility_id: 9,
    npi: null,
    admitted_on,
    admitted_minute: null,
    discharged_on,
    days_end: null,
    overlapping: 0,
    lacks_transfer: 0,
    shares_mrn: 0,
    admitted_from: "hospital",
    isnp: 0,
    unit: null,
    long_stay_from: 0,
    rth: 0,
    ed: 0,
    said_ms: null,
    word_of: null,
    recorded: null,
    ...more,
  };
}

const AGAIN = { recorded_patient_id: 2 };

/** Each stay of several registrations: its id, its days, and the ids of its rows. */
function joined(...rows: StayRow[]) {
  return joinedStays(rows).map(({ stay, rows: parts }) => [
    stay.id,
    stay.admitted_on,
    stay.discharged_on,
    parts.map(({ id }) => id),
  ]);
}

it.each([
  ["the same", [10, 20], [1, 10, 20]],
  ["one within it", [12, 15], [1, 10, 20]],
  ["one of its first day", [10, 10], [1, 10, 20]],
  ["one that begins earlier", [5, 12], [2, 5, 20]],
  ["one that ends later", [15, 25], [1, 10, 25]],
  ["one that goes on", [19, null], [1, 10, null]],
] as const)("joins a stay with %s", (_, [from, to], expected) => {
  const [found] = joined(row(1, 10, 20), row(2, from, to, AGAIN));
  expect(found?.slice(0, 3)).toEqual(expected);
});

it("joins as many as hang together, through days that two of them have in common", () => {
  expect(
    joined(
      row(1, 10, 20),
      row(2, 18, 30, AGAIN),
      row(3, 29, null, { recorded_patient_id: 3 }),
    ),
  ).toEqual([[1, 10, null, [1, 2, 3]]]);
});

it("keeps stays apart that follow each other, of other facilities, and of one registration", () => {
  expect(joined(row(1, 10, 20), row(2, 20, 30, AGAIN))).toEqual([]);
  expect(joined(row(1, 10, 20), row(2, 31, 32, AGAIN))).toEqual([]);
  const elsewhere = { ...AGAIN, facility_id: 8 };
  expect(joined(row(1, 10, 20), row(2, 10, 20, elsewhere))).toEqual([]);
  expect(joined(row(1, 10, 20), row(2, 12, 15))).toEqual([]);
});

it("keeps a return on the same day that both registrations tell", () => {
  const rows = [
    row(1, 10, 20),
    row(2, 20, null),
    row(3, 10, 20, AGAIN),
    row(4, 20, null, AGAIN),
  ];
  expect(joined(...rows)).toEqual([
    [1, 10, 20, [1, 3]],
    [2, 20, null, [2, 4]],
  ]);
});

it("takes from another registration what the first does not know", () => {
  const [found] = joinedStays([
    row(1, 10, 20, { admitted_from: "other" }),
    row(2, 10, 20, { ...AGAIN, npi: 7, unit: "B", isnp: 1 }),
  ]);
  expect(found?.stay).toMatchObject({
    admitted_from: "other",
    npi: 7,
    unit: "B",
    isnp: 1,
    recorded_patient_id: null,
  });
});
