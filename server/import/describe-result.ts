import type { ImportResult } from "./import-census";
import type { AccountPlan } from "./plan-accounts";
import type { TableChanges } from "./plan-changes";

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

function accountChanges(plan: AccountPlan): TableChanges {
  return {
    added: plan.added.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    removed: plan.removed.length,
  };
}

/** The demo organisation's rows are gone, whatever ids they had: all that is there now is new. */
function asNew(changes: TableChanges): TableChanges {
  const { added, changed, unchanged } = changes;
  return {
    added: added + changed + unchanged,
    changed: 0,
    unchanged: 0,
    removed: 0,
  };
}

const NUMBERS = new Intl.NumberFormat("en-US");

function table(rows: readonly [string, TableChanges][]): string[] {
  const cells = [
    ["", "new", "changed", "unchanged", "removed"],
    ...rows.map(([name, changes]) => [
      name,
      ...[
        changes.added,
        changes.changed,
        changes.unchanged,
        changes.removed,
      ].map((count) => NUMBERS.format(count)),
    ]),
  ];
  return cells.map(([name = "", ...counts]) =>
    [name.padEnd(12), ...counts.map((count) => count.padStart(11))].join(""),
  );
}

function isTouched(changes: TableChanges): boolean {
  return (
    changes.added + changes.changed + changes.unchanged + changes.removed > 0
  );
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
  if (result.outcome === "refused") {
    const { count } = result.problems;
    return {
      lines: unknown,
      errors: [
        ...result.problems.lines(),
        `${NUMBERS.format(count)} ${count === 1 ? "problem" : "problems"} found.`,
      ],
    };
  }
  const rows: [string, TableChanges][] = [
    ...result.changes,
    ["users", accountChanges(result.accounts)],
  ];
  return {
    lines: [
      ...unknown,
      ...(result.overDemo
        ? ["The demo organisation and its accounts were removed."]
        : []),
      ...table(
        rows
          .map(([name, changes]): [string, TableChanges] => [
            name,
            result.overDemo ? asNew(changes) : changes,
          ])
          .filter(([, changes]) => isTouched(changes)),
      ),
      ...(result.goneAlready > 0
        ? [
            `${NUMBERS.format(result.goneAlready)} of the rows that deletions.csv names were not there.`,
          ]
        : []),
      result.outcome === "stored"
        ? `Imported in ${seconds} s.`
        : `Nothing changed: all of it was stored already (${seconds} s).`,
      ...advice(result),
    ],
    errors: [],
  };
}
