import { describe, expect, it, test } from "vitest";
import { listPage, readPage } from "./list-page";

describe("a page", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => at);

  it.each<[total: number, wanted: number, shown: object]>([
    [0, 1, { page: 1, pages: 1, first: 0, last: 0 }],
    [0, 9, { page: 1, pages: 1, first: 0, last: 0 }],
    [1, 1, { page: 1, pages: 1, first: 1, last: 1 }],
    [50, 1, { page: 1, pages: 1, first: 1, last: 50 }],
    [50, 2, { page: 1, pages: 1, first: 1, last: 50 }],
    [51, 2, { page: 2, pages: 2, first: 51, last: 51 }],
    [51, 3, { page: 2, pages: 2, first: 51, last: 51 }],
    [5_000, 2, { page: 2, pages: 100, first: 51, last: 100 }],
    [5_000, 999_999, { page: 100, pages: 100, first: 4_951, last: 5_000 }],
  ])("of %i users, number %i", (total, wanted, shown) => {
    const page = listPage(rows(total), wanted, 50);
    expect(page).toMatchObject({ ...shown, total });
    expect(page.rows.length).toBeLessThanOrEqual(50);
    expect(page.rows[0] ?? -1).toBe(page.first - 1);
  });
});

test.each<[string | undefined, number]>([
  [undefined, 1],
  ["", 1],
  ["1", 1],
  ["999999", 999_999],
  ["1000000", 1],
  ["0", 1],
  ["-1", 1],
  ["1.5", 1],
  ["1e3", 1],
  [" 2", 1],
  ["\u0662", 1],
])("the page asked for by %j is %i", (text, page) => {
  const search = new URLSearchParams(text === undefined ? {} : { page: text });
  expect(readPage(search)).toBe(page);
});
