import type { ImportResult } from "./import-census";
import { EXIT_STATUS, type ImportedTable } from "./import-report";
import { nameList, removalLines } from "./limits";
import { formatCount } from "~/domain/number-format";
import { usDayOf } from "~/domain/calendar";
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

type Taken = Exclude<ImportResult, { outcome: "refused" }>;

function advice(result: Taken): string[] {
  const { accounts, strandedUsernames, outcome } = result;
  return [
    ...linesIf(
      strandedUsernames.length > 0,
      `These accounts name locations that are gone: ${nameList(strandedUsernames)}.`,
    ),
    ...linesIf(
      !accounts.hasAccountManager,
      "No account has the level account_manager, so nobody can manage users. Import a users.csv that has one.",
    ),
    ...linesIf(
      accounts.hasAccountManager && outcome === "stored",
      "Log in to the portal. A running server shows the new data.",
    ),
  ];
}

function linesIf(condition: boolean, ...lines: string[]): string[] {
  return condition ? lines : [];
}

function warningLines({ warnings }: ImportResult): string[] {
  return linesIf(
    warnings.count > 0,
    `Warnings: ${formatCount(warnings.count)}`,
    ...warnings.lines().map((line) => `  ${line}`),
  );
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
  const { unknownFiles, tables } = result;
  const facts = [
    ...linesIf(
      unknownFiles.length > 0,
      `These files are not census files and were left alone: ${nameList(unknownFiles)}.`,
    ),
    ...table(
      tables.filter(
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
  const { goneAlready, forgotten, overDemo, isDryRun } = result;
  return {
    lines: [
      ...facts,
      ...linesIf(
        goneAlready > 0,
        `${formatCount(goneAlready)} of the rows and merges to take back were not there.`,
      ),
      ...linesIf(
        forgotten > 0,
        `Names and texts of ${formatCount(forgotten)} residents who were forgotten (npm run forget) were left out.`,
      ),
      ...linesIf(
        overDemo,
        `The demo organisation and its accounts ${isDryRun ? "would be" : "were"} removed.`,
      ),
      reachOf(result),
      ...warningLines(result),
      endOf(result, seconds),
      ...(isDryRun ? [] : advice(result)),
    ],
    errors: [],
    status: EXIT_STATUS.done,
  };
}

function reachOf({ dataThrough }: Taken): string {
  return dataThrough === null
    ? "The days that count stay as they were: that takes a stays.csv and a transfers.csv, or --data-through."
    : `The data count through ${usDayOf(dataThrough)}, where facilities.csv names no other day.`;
}

function endOf({ outcome, isDryRun }: Taken, seconds: string): string {
  if (outcome === "unchanged") {
    return `Nothing changed: all of it was stored already (${seconds} s).`;
  }
  return isDryRun
    ? `Dry run: nothing was stored (${seconds} s).`
    : `Imported in ${seconds} s.`;
}
