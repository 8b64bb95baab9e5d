import { expect, test } from "vitest";
import { INCOMPLETE_DATA_ROWS as table } from "./incomplete-data-rows.data";

test.each([0, 1, 2, 3, 4, 5, 6])(
  "column %i is missing in some of the thirty rows, and there in most",
  (column) => {
    expect(table.map((cells) => cells.length)).toEqual(Array(30).fill(7));
    const missing = table.filter((cells) => cells[column] === null).length;
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(15);
  },
);

test("one sample row lacks all but one thing", () => {
  const known = table.map((cells) => cells.filter((cell) => cell !== null));
  expect(known.filter((cells) => cells.length === 1)).toHaveLength(1);
});
