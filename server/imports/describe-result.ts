import type { ImportResult } from "./import-census";
import { type ImportedTable, nameList, removalLines } from "./imported-tables";
import { formatCount } from "~/domain/number-format";
import { usDayOf } from "~/domain/calendar";
import { EXIT_STATUS } from "./exit-status";
import type { Described } from "./run-import";

function table(rows: readonly ImportedTable[]): string[] {
  if (rows.length === 0) return [];
  const cells = [
    ["", "new", "changed", "unchanged", "removed"],
    ...rows.map(({ name, added, changed, unchanged, removed }) => [
      name,
      ...[added, changed, unchanged, removed].map(formatCount),
    ]),
  ];
  return cells.map(([name = "", ...counts]) =>
    [name.padEnd(12), ...counts.map((count) => count.padStart(11))].join(""),
  );
}

function advice(
  result: Exclude<ImportResult, { outcome: "refused" }>,
): string[] {
  const lines: string[] = [];
  const { accounts, strandedUsernames } = result;
  if (strandedUsernames.length > 0) {
    lines.push(
      `These accounts name locations that are gone: ${nameList(strandedUsernames)}.`,
    );
  }
  if (!accounts.hasAccountManager) {
    lines.push(
      "No account has the level account_manager, so nobody can manage users. Import a users.csv that has one.",
    );
  } else if (result.outcome === "stored") {
    lines.push("Log in to the portal. A running server shows the new data.");
  }
  return lines;
}

function warningLines({ warnings }: ImportResult): string[] {
  return warnings.count === 0
    ? []
    : [
        `Warnings: ${formatCount(warnings.count)}`,
        ...warnings.lines().map((line) => `  ${line}`),
      ];
}

function refusalLines(
  result: Extract<ImportResult, { outcome: "refused" }>,
): string[] {
  switch (result.because) {
    case "problems": {
      const { count } = result.problems;
      return [
        ...result.problems.lines(),
        `${formatCount(count)} ${count === 1 ? "problem" : "problems"} found.`,
      ];
    }
    case "removals":
      return removalLines(result.removals);
    case "warnings":
      return ["There are warnings, and --strict was given."];
  }
}

export function describeResult(
  result: ImportResult,
  seconds: string,
): Described {
  const facts = [
    ...(result.unknownFiles.length > 0
      ? [
          `These files are not census files and were left alone: ${nameList(result.unknownFiles)}.`,
        ]
      : []),
    ...table(
      result.tables.filter(
        ({ added, changed, unchanged, removed }) =>
          added + changed + unchanged + removed > 0,
      ),
    ),
  ];
  if (result.outcome === "refused") {
    return {
      lines: [...facts, ...warningLines(result)],
      errors: refusalLines(result),
      status: EXIT_STATUS[result.because],
    };
  }
  return {
    lines: [
      ...facts,
      ...(result.goneAlready > 0
        ? [
            `${formatCount(result.goneAlready)} of the rows and merges to take back were not there.`,
          ]
        : []),
      ...(result.forgotten > 0
        ? [
            `Names and texts of ${formatCount(result.forgotten)} residents who were forgotten (npm run forget) were left out.`,
          ]
        : []),
      ...(result.overDemo
        ? [
            result.isDryRun
              ? "The demo organisation and its accounts would be removed."
              : "The demo organisation and its accounts were removed.",
          ]
        : []),
      reachOf(result),
      ...warningLines(result),
      endOf(result, seconds),
      ...(result.isDryRun ? [] : advice(result)),
    ],
    errors: [],
    status: EXIT_STATUS.done,
  };
}

/** Through which day the data count from now on, and why not through today. */
function reachOf({
  dataThrough,
}: Pick<Extract<ImportResult, { dataThrough: unknown }>, "dataThrough">) {
  return dataThrough === null
    ? "The days that count stay as they were: that takes a stays.csv and a transfers.csv, or --data-through."
    : `The data count through ${usDayOf(dataThrough)}, where facilities.csv names no other day.`;
}

function endOf(
  { outcome, isDryRun }: Pick<ImportResult, "outcome" | "isDryRun">,
  seconds: string,
): string {
  if (outcome === "unchanged") {
    return `Nothing changed: all of it was stored already (${seconds} s).`;
  }
  return isDryRun
    ? `Dry run: nothing was stored (${seconds} s).`
    : `Imported in ${seconds} s.`;
}
