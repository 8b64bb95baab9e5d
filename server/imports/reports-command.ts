import { requireFile } from "./census-folder";
import { EXIT_STATUS } from "./exit-status";
import { readImportArguments } from "./import-arguments";
import {
  importReports,
  REPORTS_TABLE,
  type ReportsResult,
} from "./import-reports";
import { removalFindings, removalLines } from "./imported-tables";
import type { Findings } from "./import-recorder";
import { DRY_RUN, runImport, type Described } from "./run-import";

const USAGE = `Usage: npm run import:reports -- FILE.csv [--replace] [--allow-removal=reports] [--dry-run] [--json]

Adds the reports of FILE.csv to the list, or changes those that are there by their report_id. Columns: report_id, title,
type, workspace_id, powerbi_report_id, row_level_role, roles (separated by spaces). The import stores everything or nothing.

  --replace                also removes embedded reports that the file does not hold
  --allow-removal=reports  lets more than 5 % of the embedded reports go
  --dry-run                tells what the import would do, and stores nothing
  --json                   writes the report as JSON to standard output, and all else to standard error
`;

function findingsOf(result: ReportsResult): Findings {
  const nothing = { dataThrough: null, warnings: [] };
  if (result.outcome === "refused") {
    const problems = [
      ...result.problems.groups(),
      ...removalFindings(result.removals),
    ];
    return { ...nothing, outcome: "refused", tables: [], problems };
  }
  const { added, changed, unchanged, removed } = result;
  return {
    ...nothing,
    outcome: added + changed + removed > 0 ? "stored" : "unchanged",
    tables: [{ name: REPORTS_TABLE, added, changed, unchanged, removed }],
    problems: [],
  };
}

function describe(result: ReportsResult, dryRun: boolean): Described {
  if (result.outcome === "refused") {
    const { problems, removals } = result;
    return problems.count > 0
      ? {
          lines: [],
          errors: [...problems.lines(), `Problems: ${problems.count}.`],
          status: EXIT_STATUS.problems,
        }
      : {
          lines: [],
          errors: removalLines(removals),
          status: EXIT_STATUS.removals,
        };
  }
  const { added, changed, unchanged, removed } = result;
  return {
    lines: [
      `${added} new, ${changed} changed, ${unchanged} unchanged, ${removed} removed.`,
      ...(dryRun ? [DRY_RUN] : []),
    ],
    errors: [],
    status: EXIT_STATUS.done,
  };
}

const given = readImportArguments({
  usage: USAGE,
  flags: ["replace", "dry-run", "json"],
  removable: [REPORTS_TABLE],
});
if (given) {
  const { path: filePath, replace, dryRun, allowRemoval } = given;
  await runImport({
    title: "Reports from",
    given,
    taskOf: (store) => ({
      kind: "reports",
      store,
      files: [filePath],
      isReplacement: replace,
      isDryRun: dryRun,
      run: (record) => {
        requireFile(filePath);
        return importReports({
          store,
          filePath,
          replace,
          allowRemoval,
          now: new Date(),
          keep: async (db, result) => {
            if (!dryRun) await record.end(db, null, findingsOf(result));
            return !dryRun;
          },
        });
      },
      findingsOf,
    }),
    describe: (result) => describe(result, dryRun),
  });
}
