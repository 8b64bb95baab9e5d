import type { Settings } from "~/contract/settings";
import { describeError } from "~server/command-line/command-error";
import { showProgress, type Progress } from "~server/command-line/progress";
import { runOnStore, describeStore } from "~server/command-line/run-on-store";
import type { Store } from "~server/store/open-store";
import { exitStatusOf } from "./exit-status";
import type { ImportArguments } from "./import-arguments";
import { reportedImport, type ImportTask } from "./reported-import";

export const DRY_RUN = "Dry run: nothing was stored.";

const PART_IS_STORED =
  "A part of it is stored. Import the same folder again: that stores what is missing.";

export interface Described {
  lines: string[];
  errors: string[];
  status: number;
}

export interface ImportCommand<Result> {
  title: string;
  given: ImportArguments;
  taskOf(
    store: Store,
    settings: Settings,
    progress: Progress,
  ): ImportTask<Result>;
  describe(result: Result, seconds: string): Described;
}

/**
 * Runs an import on the configured database, says what came of it and sets the exit status (R234). With `--json` standard
 * output has the report alone, and everything else goes to standard error.
 */
export async function runImport<Result>({
  title,
  given,
  taskOf,
  describe,
}: ImportCommand<Result>): Promise<void> {
  const out = given.json ? process.stderr : process.stdout;
  await runOnStore(async (store, settings) => {
    out.write(
      `${title} ${given.paths.join(", ")} into ${describeStore(settings)}\n`,
    );
    const from = performance.now();
    const task = taskOf(store, settings, showProgress(out));
    const { report, result, error } = await reportedImport(task);
    if (given.json) {
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    }
    if (error && report.outcome === "interrupted") {
      process.stderr.write(`${describeError(error)}\n${PART_IS_STORED}\n`);
      process.exitCode = exitStatusOf(error);
      return;
    }
    if (error) throw error;
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const { lines, errors, status } = describe(result, seconds);
    lines.forEach((line) => out.write(`${line}\n`));
    if (errors.length > 0) {
      process.stderr.write(`${errors.join("\n")}\nNothing was stored.\n`);
    }
    process.exitCode = status;
  }, exitStatusOf);
}
