import { describeStore } from "~server/command-line/configured-store";
import { showProgress } from "~server/command-line/progress";
import { runOnStore } from "~server/command-line/run-on-store";
import { describeResult } from "./describe-result";
import { EXIT_STATUS, exitStatusOf } from "./exit-status";
import { readImportArguments } from "./import-arguments";
import { importCensus } from "./import-census";
import { REMOVABLE_TABLES } from "./removals";

const USAGE = `Usage: npm run import -- FOLDER [--replace] [--dry-run] [--allow-removal=TABLES]

Loads the census files of FOLDER (divisions.csv, regions.csv, facilities.csv, physicians.csv, patients.csv,
stays.csv, transfers.csv, notes.csv, users.csv). deletions.csv takes rows back, and merges.csv joins residents who
were registered twice. Any of them may be missing. The import stores everything or nothing.

  --replace               also removes what the files do not hold. Accounts are removed only if there is a users.csv.
  --allow-removal=TABLES  lets more than 5 % of these tables go, as in --allow-removal=transfers,stays
  --dry-run               tells what the import would do, and stores nothing
`;

async function main(): Promise<void> {
  const given = readImportArguments({
    usage: USAGE,
    flags: ["replace", "dry-run"],
    removable: REMOVABLE_TABLES,
  });
  if (!given) return;
  await runOnStore(async (store, settings) => {
    process.stdout.write(
      `Importing ${given.path} into ${describeStore(settings)}\n`,
    );
    const from = performance.now();
    const result = await importCensus({
      ...given,
      folder: given.path,
      dataDir: settings.DATA_DIR,
      store,
      now: new Date(),
      progress: showProgress(process.stdout),
    });
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const { lines, errors } = describeResult(result, seconds);
    lines.forEach((line) => process.stdout.write(`${line}\n`));
    if (result.outcome === "refused") {
      process.stderr.write(`${errors.join("\n")}\nNothing was stored.\n`);
      process.exitCode =
        result.removals.length > 0
          ? EXIT_STATUS.removals
          : EXIT_STATUS.problems;
    }
  }, exitStatusOf);
}

await main();
