import { existsSync } from "node:fs";
import { CommandError } from "~server/command-line/command-error";
import { describeStore } from "~server/command-line/configured-store";
import { runOnStore } from "~server/command-line/run-on-store";
import { importRatings, type RatingsResult } from "./import-ratings";
import { RatingsFileError } from "./ratings-file";

const USAGE = `Usage: npm run import:ratings -- CMS_FILE

Gives the facilities the star ratings of a CMS provider information file (CSV), matched by CCN.
`;

const LISTED_CCNS = 10;

function describe(result: RatingsResult): string[] {
  const { file, unmatchedCcns } = result;
  const more = unmatchedCcns.length - LISTED_CCNS;
  return [
    ...file.skipped.lines(),
    `The file has ${file.rows} facilities, ${file.ratings.size} of them with ratings. ${file.skipped.count} rows were skipped. ${file.padded} CCNs got their leading zeros back.`,
    `${result.matched} of your ${result.facilities} facilities matched, and ${result.changed} changed. ${result.withoutCcn} have no CCN.`,
    ...(unmatchedCcns.length > 0
      ? [
          `Not in the file: ${unmatchedCcns.slice(0, LISTED_CCNS).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
        ]
      : []),
  ];
}

async function main(): Promise<void> {
  const [path, ...others] = process.argv.slice(2);
  if (!path || path.startsWith("-") || others.length > 0) {
    process.stderr.write(USAGE);
    process.exitCode = 1;
    return;
  }
  await runOnStore(async (store, settings) => {
    if (!existsSync(path)) {
      throw new CommandError(`${path} is not a file that can be read.`);
    }
    process.stdout.write(
      `Star ratings from ${path} into ${describeStore(settings)}\n`,
    );
    try {
      const result = await importRatings(store, path);
      describe(result).forEach((line) => process.stdout.write(`${line}\n`));
      return true;
    } catch (error) {
      throw error instanceof RatingsFileError
        ? new CommandError(error.message)
        : error;
    }
  });
}

await main();
