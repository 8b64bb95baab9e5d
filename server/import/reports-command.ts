import { statSync } from "node:fs";
import { describeStore } from "~server/command-line/configured-store";
import { runOnStore } from "~server/command-line/run-on-store";
import { FolderError } from "./census-folder";
import { EXIT_STATUS, exitStatusOf } from "./exit-status";
import { readImportArguments } from "./import-arguments";
import { importReports } from "./import-reports";

const USAGE = `Usage: npm run import:reports -- FILE.csv [--replace]

Adds the reports of FILE.csv to the list, or changes those that are there by their report_id. Columns: report_id, title,
type, workspace_id, powerbi_report_id, row_level_role, roles (separated by spaces). The import stores everything or nothing.

  --replace   also removes embedded reports that the file does not hold
`;

async function main(): Promise<void> {
  const given = readImportArguments({
    usage: USAGE,
    flags: ["replace"],
    removable: [],
  });
  if (!given) return;
  const { path: filePath, replace } = given;
  await runOnStore(async (store, settings) => {
    // The census is imported from a folder, so one may well be given here.
    const found = statSync(filePath, { throwIfNoEntry: false });
    if (!found || found.isDirectory()) {
      throw new FolderError(`${filePath} is not a file that can be read.`);
    }
    process.stdout.write(
      `Reports from ${filePath} into ${describeStore(settings)}\n`,
    );
    const now = new Date();
    const result = await importReports({ store, filePath, replace, now });
    if (result.outcome === "refused") {
      const { problems } = result;
      const lines = [...problems.lines(), `Problems: ${problems.count}.`];
      process.stderr.write(`${lines.join("\n")}\nNothing was stored.\n`);
      process.exitCode = EXIT_STATUS.problems;
      return;
    }
    const { added, changed, unchanged, removed } = result;
    process.stdout.write(
      `${added} new, ${changed} changed, ${unchanged} unchanged, ${removed} removed.\n`,
    );
  }, exitStatusOf);
}

await main();
