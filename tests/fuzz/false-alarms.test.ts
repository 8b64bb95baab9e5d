import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { falseAlarms } from "~/domain/testing/false-alarms";

const RULES = join(import.meta.dirname, "../../docs/rules.md");
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

test("false alarms of stable series stand in the rules as they are", () => {
  const rows = (["p", "u"] as const).flatMap((chart) =>
    SIZES.map((expected) => rowOf(chart, expected)),
  );
  const stated = readFileSync(RULES, "utf8")
    .split("\n")
    .filter((line) => /^\s*\| [pu] +\| [\d.]+ +\|/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
        .join(" | "),
    );
  expect(stated).toEqual(rows);
});
