import path from "node:path";
import {
  importCensus,
  type ImportOptions,
  type ImportResult,
  CENSUS_FILES,
} from "./import-census";
import type { FindingGroup } from "./import-report";
import { removalFindings } from "./imported-tables";
import type { Findings, ImportTask } from "./reported-import";

function refusalsOf(
  result: Extract<ImportResult, { outcome: "refused" }>,
): FindingGroup[] {
  switch (result.because) {
    case "problems":
      return result.problems.groups();
    case "removals":
      return removalFindings(result.removals);
    case "warnings":
      return [
        {
          file: "",
          column: "file",
          message: "there are warnings, and --strict was given",
          count: 1,
          lines: [],
        },
      ];
  }
}

function findingsOf(result: ImportResult): Findings {
  return {
    outcome: result.outcome,
    dataThrough: result.outcome === "refused" ? null : result.dataThrough,
    tables: result.tables,
    problems: result.outcome === "refused" ? refusalsOf(result) : [],
    warnings: result.warnings.groups(),
  };
}

export function censusTask(
  options: Omit<ImportOptions, "record">,
): ImportTask<ImportResult> {
  return {
    kind: "census",
    store: options.store,
    files: CENSUS_FILES.map((name) => path.join(options.folder, name)),
    isReplacement: options.replace,
    isDryRun: options.dryRun ?? false,
    run: (record) =>
      importCensus({
        ...options,
        record: {
          ...record,
          begin: (db, result) => record.begin(db, findingsOf(result)),
          end: (db, importId, result) =>
            record.end(db, importId, findingsOf(result)),
        },
      }),
    findingsOf,
  };
}
