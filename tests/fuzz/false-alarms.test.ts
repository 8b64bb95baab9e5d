import { expect, test } from "vitest";
import { falseAlarms } from "~/domain/testing/false-alarms";

const SERIES = 1_000;
const SIZES = [0.5, 1, 2, 3, 5, 10, 30, 100];
const RESTLESS = 0.2;

/** Percentages of series: a month outside of its limits, and any month unusual; by plain limits, and by those in force. */
function rowOf(chart: "p" | "u", expected: number): string {
  const cells = [0, RESTLESS].flatMap((restless) => {
    const { plain, adjusted } = falseAlarms(
      { chart, expected, restless },
      SERIES,
      20_261_127,
    );
    return [plain, adjusted].map(
      ({ outside, unusual }) => `${outside.toFixed(0)} / ${unusual.toFixed(0)}`,
    );
  });
  return [chart, String(expected), ...cells].join(" | ");
}

/** Kind, events a month, and percentages by chance alone and as judged now; then the same of restless months (R365). */
const TABLE = `
  p | 0.5 | 7 / 13 | 1 / 2 | 8 / 14 | 2 / 2
  p | 1 | 8 / 14 | 3 / 5 | 9 / 15 | 3 / 5
  p | 2 | 6 / 11 | 4 / 10 | 9 / 15 | 7 / 13
  p | 3 | 6 / 10 | 5 / 11 | 9 / 15 | 7 / 14
  p | 5 | 5 / 10 | 4 / 9 | 11 / 17 | 7 / 13
  p | 10 | 4 / 7 | 3 / 7 | 16 / 23 | 8 / 15
  p | 30 | 3 / 9 | 3 / 8 | 63 / 68 | 13 / 17
  p | 100 | 4 / 10 | 3 / 9 | 98 / 99 | 9 / 15
  u | 0.5 | 18 / 29 | 7 / 7 | 18 / 30 | 6 / 6
  u | 1 | 14 / 27 | 6 / 8 | 15 / 27 | 8 / 10
  u | 2 | 9 / 17 | 9 / 13 | 13 / 21 | 13 / 17
  u | 3 | 6 / 14 | 7 / 14 | 12 / 18 | 10 / 17
  u | 5 | 5 / 11 | 4 / 10 | 13 / 20 | 9 / 16
  u | 10 | 6 / 12 | 5 / 10 | 16 / 24 | 10 / 17
  u | 30 | 5 / 10 | 4 / 9 | 49 / 57 | 13 / 20
  u | 100 | 4 / 8 | 4 / 8 | 96 / 98 | 8 / 13
`;

test("stable series have the false alarms of the table", () => {
  const rows = (["p", "u"] as const).flatMap((chart) =>
    SIZES.map((expected) => rowOf(chart, expected)),
  );
  expect(rows).toEqual(
    TABLE.trim()
      .split("\n")
      .map((line) => line.trim()),
  );
});
