import { existsSync } from "node:fs";
import { describeStore } from "~server/command-line/configured-store";
import { runOnStore } from "~server/command-line/run-on-store";
import { FolderError } from "./census-folder";
import { exitStatusOf } from "./exit-status";
import { readImportArguments } from "./import-arguments";
import { importRatings, type RatingsResult } from "./import-ratings";

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
  const given = readImportArguments({ usage: USAGE, flags: [], removable: [] });
  if (!given) return;
  const { path } = given;
  await runOnStore(async (store, settings) => {
    if (!existsSync(path)) {
      throw new FolderError(`${path} is not a file that can be read.`);
    }
    process.stdout.write(
      `Star ratings from ${path} into ${describeStore(settings)}\n`,
    );
    const result = await importRatings(store, path);
    describe(result).forEach((line) => process.stdout.write(`${line}\n`));
  }, exitStatusOf);
}

await main();
