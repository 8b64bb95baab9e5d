import { parseArgs } from "node:util";
import { CommandError, describeStore, runOnStore } from "./command-line";
import { describeResult } from "./describe-result";
import { importCensus } from "./import-census";
import { showProgress } from "./progress";

const USAGE = `Usage: npm run import -- FOLDER [--replace]

Loads the census files of FOLDER (divisions.csv, regions.csv, facilities.csv, physicians.csv, patients.csv,
stays.csv, transfers.csv, notes.csv, users.csv; any may be missing). Either all of it is stored or nothing.

  --replace   what the files do not hold goes away; accounts only where there is a users.csv
`;

function readArguments(): { folder: string; replace: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const [folder, ...others] = positionals;
    return folder && others.length === 0 && !values.help
      ? { folder, replace: values.replace }
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
  await runOnStore(async (store, settings) => {
    process.stdout.write(
      `Importing ${given.folder} into ${describeStore(settings)}\n`,
    );
    const from = performance.now();
    const result = await importCensus({
      ...given,
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
