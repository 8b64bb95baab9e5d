import { importCms, SCORES, type CmsResult } from "./import-cms";
import { nameList } from "./limits";
import { runFilesImport } from "./run-files-import";

const USAGE = `Usage: npm run import:cms -- FILE.csv [FILE.csv …] [--allow-removal=cms_scores] [--dry-run] [--json]

Stores what CMS publishes of Medicare claims, by the nursing home files of its Provider Data Catalog. They come in any order.
NH_QualityMsr_Claims_MonYYYY.csv has measures 521, 522, 551 and 552 of facilities, matched by CCN.
NH_StateUSAverages_MonYYYY.csv has the averages. What is stored of a newer period stays.

  --allow-removal=cms_scores  lets more than 5 % of the stored scores become blank without a footnote
  --dry-run                   tells what the import would do, and stores nothing
  --json                      writes the report as JSON to standard output, and all else to standard error
`;

function linesOf(result: CmsResult): string[] {
  const { files, tables, unmatchedCcns } = result;
  return [
    ...result.problems.lines(),
    `${files.rows} rows: ${files.scores.size} scores of facilities, ${files.averages.size} averages. ${files.others} rows are of other measures. ${files.padded} CCNs got their leading zeros back.`,
    `${result.matched} of your ${result.facilities} facilities matched. ${result.withoutCcn} have no CCN. ${result.foreign} CCNs of the files are of nobody here, and were left out.`,
    ...tables.map(
      ({ name, added, changed, unchanged }) =>
        `${name}: ${added} new, ${changed} changed, ${unchanged} unchanged.`,
    ),
    ...(result.older > 0
      ? [
          `${result.older} rows are older than what is stored, and change nothing.`,
        ]
      : []),
    ...(unmatchedCcns.length > 0
      ? [`Not in the files: ${nameList(unmatchedCcns)}.`]
      : []),
  ];
}

await runFilesImport({
  usage: USAGE,
  options: ["allow-removal", "dry-run", "json"],
  removable: [SCORES],
  hasPaths: true,
  title: "CMS measures from",
  kind: "cms",
  isWhole: false,
  importFiles: importCms,
  linesOf,
});
