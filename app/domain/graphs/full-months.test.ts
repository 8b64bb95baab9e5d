import { expect, test } from "vitest";
import { fullMonthCount } from "./full-months";

test.each([
  ["To Date within its month cuts that month", "2026-03-04", null, 17],
  ["To Date at the end of its month cuts none", "2026-03-31", null, 18],
  ["the end of a leap February counts", "2028-02-29", null, 18],
  ["the day before it does not", "2028-02-28", null, 17],
  [
    "data of the last day of a month are not whole on that day",
    "2026-03-31",
    "2026-03-31 06:00:00",
    17,
  ],
  [
    "data of the next day have the month whole",
    "2026-03-31",
    "2026-04-01 06:00:00",
    18,
  ],
  [
    "a To Date ahead leaves the months without data out",
    "2026-12-31",
    "2026-09-10 06:00:00",
    14,
  ],
  ["years may lie between", "2027-01-15", "2026-12-01 06:00:00", 16],
  ["what is no time counts for nothing", "2026-03-31", "soon", 18],
  ["nor does a day that there is not", "2026-03-31", "2026-02-30 06:00:00", 18],
  ["data older than the graph leave nothing", "2026-03-31", "2020-01-01", 0],
])("%s", (_, endDate, lastUpdated, full) => {
  expect(fullMonthCount(18, endDate, { lastUpdated, reach: null })).toBe(full);
});

test.each([
  ["a reach at the end of a month has the month whole", "2026-02-28", 17],
  ["the day before it has not", "2026-02-27", 16],
  ["on the day of the import it is not over", "2026-04-01", 18],
])("%s", (_, reach, full) => {
  const time = { lastUpdated: "2026-04-01 06:00:00", reach };
  expect(fullMonthCount(18, "2026-03-31", time)).toBe(full);
});

test.each([
  ["of 36 the cut month alone is left out", "2026-03-04", "2026-04-01", 35],
  ["none is, at the end of its month", "2026-03-31", "2026-04-01", 36],
  [
    "data that begin with the first month have it whole",
    "2026-03-31",
    "2023-05-01",
    1,
  ],
  ["those of its last day have not", "2026-03-31", "2023-04-30", 0],
])("%s", (_, endDate, day, full) => {
  const lastUpdated = `${day} 06:00:00`;
  expect(fullMonthCount(36, endDate, { lastUpdated, reach: null })).toBe(full);
});
