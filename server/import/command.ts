import { CommandError } from "~server/command-line/command-error";
import { describeStore } from "~server/command-line/configured-store";
import { runOnStore } from "~server/command-line/run-on-store";
import { readImportArguments } from "./import-arguments";
import { describeResult } from "./describe-result";
import { importCensus } from "./import-census";
import { showProgress } from "~server/command-line/progress";

const USAGE = `Usage: npm run import -- FOLDER [--replace]

Loads the census files of FOLDER (divisions.csv, regions.csv, facilities.csv, physicians.csv, patients.csv,
stays.csv, transfers.csv, notes.csv, users.csv, and deletions.csv, which takes rows back). Any of them may be missing. The import stores everything or nothing.

  --replace   also removes what the files do not hold. Accounts are removed only if there is a users.csv.
`;

async function main(): Promise<void> {
  const given = readImportArguments();
  if (!given) {
    process.stderr.write(USAGE);
    process.exitCode = 1;
    return;
  }
  const { path: folder, replace } = given;
  await runOnStore(async (store, settings) => {
    process.stdout.write(
      `Importing ${folder} into ${describeStore(settings)}\n`,
    );
    const from = performance.now();
    const result = await importCensus({
      folder,
      replace,
      store,
      now: new Date(),
      progress: showProgress(process.stdout),
    });
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    const { lines, errors } = describeResult(result, seconds);
    lines.forEach((line) => process.stdout.write(`${line}\n`));
    if (errors.length > 0) {
      throw new CommandError(errors.join("\n"));
    }
    return true;
  });
}

await main();
