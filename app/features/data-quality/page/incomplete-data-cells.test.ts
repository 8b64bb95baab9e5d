import { expect, test } from "vitest";
import { incompleteDataCells } from "./incomplete-data-cells";
import { INCOMPLETE_DATA_ROWS } from "./incomplete-data-rows.data";

const table = INCOMPLETE_DATA_ROWS.map(incompleteDataCells);

test("a whole row has its seven texts, the days as MM/dd/yyyy", () => {
  expect(
    incompleteDataCells({
      client_id: 40101,
      MRN: "MR-1",
      first_name: "Ada",
      last_name: "Lee",
      ad_effective_date: "2026-01-14",
      discharge_census_id: 88012,
      discharge_eff_date: "2026-02-03",
    }),
  ).toEqual([
    "40101",
    "MR-1",
    "Ada",
    "Lee",
    "01/14/2026",
    "88012",
    "02/03/2026",
  ]);
});

test("what is absent, null or blank is missing", () => {
  expect(
    incompleteDataCells({ client_id: null, MRN: " ", last_name: "" }),
  ).toEqual(Array(7).fill(null));
});

test("there are thirty sample rows", () => {
  expect(table).toHaveLength(30);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  "column %i is missing in some sample row, and there in most",
  (column) => {
    const missing = table.filter((cells) => cells[column] === null).length;
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(15);
  },
);

test("one sample row lacks all but one thing", () => {
  const known = table.map((cells) => cells.filter((cell) => cell !== null));
  expect(known.filter((cells) => cells.length === 1)).toHaveLength(1);
});
