import { requireFile } from "./census-folder";
import { EXIT_STATUS } from "./exit-status";
import { readImportArguments } from "./import-arguments";
import { importRatings, type RatingsResult } from "./import-ratings";
import { nameList } from "./imported-tables";
import type { Findings } from "./import-recorder";
import { DRY_RUN, runImport } from "./run-import";

const USAGE = `Usage: npm run import:ratings -- CMS_FILE [--dry-run] [--json]

Gives the facilities what a CMS provider information file (CSV) has for their CCNs: stars, certified beds, and the marks of special focus
and abuse. A star that CMS does not publish becomes Unknown.

  --dry-run  tells what the import would do, and stores nothing
  --json     writes the report as JSON to standard output, and all else to standard error
`;

function describe(result: RatingsResult): string[] {
  const { file, unmatchedCcns } = result;
  return [
    ...file.problems.lines(),
    `The file has ${file.rows} facilities, ${file.ratings.size} of them with a CCN. ${file.padded} CCNs got their leading zeros back.`,
    `${result.matched} of your ${result.facilities} facilities matched, and ${result.changed} changed. ${result.withoutCcn} have no CCN.`,
    ...(unmatchedCcns.length > 0
      ? [`Not in the file: ${nameList(unmatchedCcns)}.`]
      : []),
  ];
}

function findingsOf(result: RatingsResult): Findings {
  const { changed, matched, file } = result;
  const unchanged = matched - changed;
  return {
    outcome: changed > 0 ? "stored" : "unchanged",
    dataThrough: null,
    tables: [{ name: "facilities", added: 0, changed, unchanged, removed: 0 }],
    problems: [],
    warnings: file.problems.groups(),
  };
}

const given = readImportArguments({
  usage: USAGE,
  flags: ["dry-run", "json"],
  removable: [],
});
if (given) {
  const { path, dryRun } = given;
  await runImport({
    title: "Star ratings from",
    given,
    taskOf: (store) => ({
      kind: "ratings",
      store,
      files: [path],
      isReplacement: false,
      isDryRun: dryRun,
      run: (record) => {
        requireFile(path);
        return importRatings(store, path, async (db, result) => {
          await record.takeTurn(db);
          if (!dryRun) await record.end(db, null, findingsOf(result));
          return !dryRun;
        });
      },
      findingsOf,
    }),
    describe: (result) => ({
      lines: [...describe(result), ...(dryRun ? [DRY_RUN] : [])],
      errors: [],
      status: EXIT_STATUS.done,
    }),
  });
}
