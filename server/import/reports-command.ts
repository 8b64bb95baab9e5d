import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { CommandError, describeStore, runOnStore } from "./command-line";
import { importReports } from "./import-reports";

const USAGE = `Usage: npm run import:reports -- FILE.csv [--replace]

Adds the reports of FILE.csv to the list, or changes those that are there by their report_id. Columns: report_id, title,
type, workspace_id, powerbi_report_id, row_level_role, roles (separated by spaces). Either all of it is stored or nothing.

  --replace   embedded reports that the file does not hold go away
`;

function readArguments(): { filePath: string; replace: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const [filePath, ...others] = positionals;
    return filePath && others.length === 0 && !values.help
      ? { filePath, replace: values.replace }
      : null;
  } catch {
    return null;
  }
}

async function main(): Promise<void> {
  const given = readArguments();
  if (!given) {
    process.stderr.write(USAGE);
    process.exitCode = 1;
    return;
  }
  const { filePath } = given;
  await runOnStore(async (store, settings) => {
    // The census is imported from a folder, so one may well be given here.
    const found = statSync(filePath, { throwIfNoEntry: false });
    if (!found || found.isDirectory()) {
      throw new CommandError(`${filePath} is not a file that can be read.`);
    }
    process.stdout.write(
      `Reports from ${filePath} into ${describeStore(settings)}\n`,
    );
    const result = await importReports({ ...given, store });
    if (result.outcome === "refused") {
      const { problems } = result;
      throw new CommandError(
        [...problems.lines(), `Problems: ${problems.count}.`].join("\n"),
      );
    }
    const { added, changed, unchanged, removed } = result;
    process.stdout.write(
      `${added} new, ${changed} changed, ${unchanged} unchanged, ${removed} removed.\n`,
    );
    return true;
  });
}

await main();
