import type { Store } from "~server/store/open-store";
import { requireFile } from "./census-folder";
import {
  EXIT_STATUS,
  type Findings,
  type ImportedTable,
  type ImportReport,
} from "./import-report";
import type { KeepResult } from "./kept-transaction";
import { removalFindings, removalLines, type TableRemoval } from "./limits";
import type { ProblemLog } from "./problem-log";
import {
  runImport,
  type ImportArguments,
  type ImportUsage,
} from "./run-import";

export interface FilesResult {
  tables: ImportedTable[];
  problems: ProblemLog;
  removals: TableRemoval[];
}

export interface FilesImport<Result> {
  store: Store;
  keep?: KeepResult<Result>;
}

interface FilesCommand<Result extends FilesResult> extends ImportUsage {
  title: string;
  kind: ImportReport["kind"];
  /** A wrong row refuses the import instead of being skipped. */
  isWhole: boolean;
  importFiles(
    options: FilesImport<Result> &
      ImportArguments & { filePath: string; now: Date },
  ): Promise<Result>;
  linesOf(result: Result): string[];
}

export async function runFilesImport<Result extends FilesResult>(
  command: FilesCommand<Result>,
): Promise<void> {
  const { kind, isWhole, importFiles } = command;
  const isWrong = ({ problems }: FilesResult) => isWhole && problems.count > 0;
  const isRefused = (result: Result) =>
    isWrong(result) || result.removals.length > 0;
  const findingsOf = (result: Result): Findings => {
    const { tables, problems, removals } = result;
    const isNew = tables.some(
      ({ added, changed, removed }) => added + changed + removed > 0,
    );
    return {
      outcome: isRefused(result) ? "refused" : isNew ? "stored" : "unchanged",
      dataThrough: null,
      tables: isRefused(result) ? [] : tables,
      problems: [
        ...(isWhole ? problems.groups() : []),
        ...removalFindings(removals),
      ],
      warnings: isWhole ? [] : problems.groups(),
    };
  };
  await runImport<Result>({
    ...command,
    taskOf: (store, given) => ({
      kind,
      store,
      files: given.paths,
      isReplacement: given.replace,
      isDryRun: given.dryRun,
      run(record) {
        given.paths.forEach(requireFile);
        return importFiles({
          ...given,
          store,
          filePath: given.path,
          now: new Date(),
          async keep(db, result) {
            if (isRefused(result)) return false;
            // A list of reports may run beside a census.
            if (kind !== "reports") await record.takeTurn(db);
            if (given.dryRun) return false;
            await record.end(db, null, findingsOf(result));
            return true;
          },
        });
      },
      findingsOf,
    }),
    describe(result, { dryRun }) {
      const { problems, removals } = result;
      if (isWrong(result)) {
        return {
          lines: [],
          errors: [...problems.lines(), `Problems: ${problems.count}.`],
          status: EXIT_STATUS.problems,
        };
      }
      const lines = command.linesOf(result);
      if (removals.length > 0) {
        const errors = removalLines(removals);
        return { lines, errors, status: EXIT_STATUS.removals };
      }
      if (dryRun) lines.push("Dry run: nothing was stored.");
      return { lines, errors: [], status: EXIT_STATUS.done };
    },
  });
}
