import { requireFile } from "./census-folder";
import { EXIT_STATUS } from "./exit-status";
import { readImportArguments } from "./import-arguments";
import { importCms, SCORES, type CmsResult } from "./import-cms";
import { nameList, removalFindings, removalLines } from "./imported-tables";
import type { Findings } from "./import-recorder";
import { DRY_RUN, runImport, type Described } from "./run-import";

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
    ...files.problems.lines(),
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

function describe(result: CmsResult, dryRun: boolean): Described {
  const isRefused = result.removals.length > 0;
  return {
    lines: [...linesOf(result), ...(dryRun && !isRefused ? [DRY_RUN] : [])],
    errors: isRefused ? removalLines(result.removals) : [],
    status: isRefused ? EXIT_STATUS.removals : EXIT_STATUS.done,
  };
}

function findingsOf({ tables, removals, files }: CmsResult): Findings {
  const found = { dataThrough: null, warnings: files.problems.groups() };
  if (removals.length > 0) {
    const problems = removalFindings(removals);
    return { ...found, outcome: "refused", tables: [], problems };
  }
  const isNew = tables.some(({ added, changed }) => added + changed > 0);
  return {
    ...found,
    outcome: isNew ? "stored" : "unchanged",
    tables,
    problems: [],
  };
}

const given = readImportArguments({
  usage: USAGE,
  flags: ["dry-run", "json"],
  removable: [SCORES],
  hasPaths: true,
});
if (given) {
  const { paths, dryRun, allowRemoval } = given;
  await runImport({
    title: "CMS measures from",
    given,
    taskOf: (store) => ({
      kind: "cms",
      store,
      files: paths,
      isReplacement: false,
      isDryRun: dryRun,
      run: (record) => {
        paths.forEach(requireFile);
        return importCms({
          store,
          paths,
          allowRemoval,
          now: new Date(),
          keep: async (db, result) => {
            await record.takeTurn(db);
            if (!dryRun) await record.end(db, null, findingsOf(result));
            return !dryRun;
          },
        });
      },
      findingsOf,
    }),
    describe: (result) => describe(result, dryRun),
  });
}
