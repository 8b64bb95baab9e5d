import { importRatings, type RatingsResult } from "./import-ratings";
import { nameList } from "./limits";
import { runFilesImport } from "./run-files-import";

const USAGE = `Usage: npm run import:ratings -- CMS_FILE [--dry-run] [--json]

Gives the facilities what a CMS provider information file (CSV) has for their CCNs: stars, certified beds, and the marks of special focus
and abuse. A star that CMS does not publish becomes Unknown.

  --dry-run  tells what the import would do, and stores nothing
  --json     writes the report as JSON to standard output, and all else to standard error
`;

function linesOf(result: RatingsResult): string[] {
  const { file, unmatchedCcns } = result;
  return [
    ...result.problems.lines(),
    `The file has ${file.rows} facilities, ${file.ratings.size} of them with a CCN. ${file.padded} CCNs got their leading zeros back.`,
    `${result.matched} of your ${result.facilities} facilities matched, and ${result.tables[0]?.changed} changed. ${result.withoutCcn} have no CCN.`,
    ...(unmatchedCcns.length > 0
      ? [`Not in the file: ${nameList(unmatchedCcns)}.`]
      : []),
  ];
}

await runFilesImport({
  usage: USAGE,
  options: ["dry-run", "json"],
  title: "Star ratings from",
  kind: "ratings",
  isWhole: false,
  importFiles: importRatings,
  linesOf,
});
