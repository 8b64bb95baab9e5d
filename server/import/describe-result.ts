import type { ImportResult } from "./import-census";
import type { ImportedTable } from "./imported-tables";
import {
  REMOVAL_LIMIT_PERCENT,
  type TableRemoval,
} from "~/domain/imports/removal-limit";

const LISTED_NAMES = 10;

interface Described {
  lines: string[];
  errors: string[];
}

function nameList(names: readonly string[]): string {
  const more = names.length - LISTED_NAMES;
  const listed = names.slice(0, LISTED_NAMES).join(", ");
  return more > 0 ? `${listed} and ${more} more` : listed;
}

const NUMBERS = new Intl.NumberFormat("en-US");

function table(rows: readonly ImportedTable[]): string[] {
  const cells = [
    ["", "new", "changed", "unchanged", "removed"],
    ...rows.map(({ name, added, changed, unchanged, removed }) => [
      name,
      ...[added, changed, unchanged, removed].map((count) =>
        NUMBERS.format(count),
      ),
    ]),
  ];
  return cells.map(([name = "", ...counts]) =>
    [name.padEnd(12), ...counts.map((count) => count.padStart(11))].join(""),
  );
}

function isTouched(changes: ImportedTable): boolean {
  return (
    changes.added + changes.changed + changes.unchanged + changes.removed > 0
  );
}

function percentOf({ removed, stored }: TableRemoval): string {
  return `${((removed * 100) / stored).toFixed(1).replace(/\.0$/, "")} %`;
}

/** What an import would remove, and how it is told that it may. */
function removalLines(removals: readonly TableRemoval[]): string[] {
  const names = removals.map(({ name }) => name);
  return [
    ...removals.map(
      (removal) =>
        `${removal.name}: ${NUMBERS.format(removal.removed)} of ${NUMBERS.format(removal.stored)} rows would be removed (${percentOf(removal)}).`,
    ),
    `More than ${REMOVAL_LIMIT_PERCENT} % of a table goes only where that is said. If the files are right, add --allow-removal=${names.join(",")}.`,
  ];
}

function advice(
  result: Exclude<ImportResult, { outcome: "refused" }>,
): string[] {
  const lines: string[] = [];
  const { accounts, strandedUsernames } = result;
  if (strandedUsernames.length > 0) {
    lines.push(
      `These accounts name places that are gone: ${nameList(strandedUsernames)}.`,
    );
  }
  if (!accounts.hasAccountManager) {
    lines.push(
      "No account has the level account_manager, so nobody can manage users. Import a users.csv that has one.",
    );
  } else if (result.outcome === "stored") {
    lines.push("Sign in at the portal. A running server shows the new data.");
  }
  return lines;
}

/** What a person at the terminal is told about an import. */
export function describeResult(
  result: ImportResult,
  seconds: string,
): Described {
  const unknown =
    result.unknownFiles.length > 0
      ? [
          `These files are not census files and were left alone: ${nameList(result.unknownFiles)}.`,
        ]
      : [];
  const rows = table(result.tables.filter(isTouched));
  if (result.outcome === "refused") {
    if (result.removals.length > 0) {
      return {
        lines: [...unknown, ...rows],
        errors: removalLines(result.removals),
      };
    }
    const { count } = result.problems;
    return {
      lines: unknown,
      errors: [
        ...result.problems.lines(),
        `${NUMBERS.format(count)} ${count === 1 ? "problem" : "problems"} found.`,
      ],
    };
  }
  return {
    lines: [
      ...unknown,
      ...(result.overDemo
        ? [
            result.isDryRun
              ? "The demo organisation and its accounts would be removed."
              : "The demo organisation and its accounts were removed.",
          ]
        : []),
      ...rows,
      ...(result.goneAlready > 0
        ? [
            `${NUMBERS.format(result.goneAlready)} of the rows and merges to take back were not there.`,
          ]
        : []),
      endOf(result, seconds),
      ...(result.isDryRun ? [] : advice(result)),
    ],
    errors: [],
  };
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
