import { censusTask } from "./import-census";
import { describeResult } from "./describe-result";
import { REMOVABLE_TABLES } from "./plan-census";
import { runImport } from "./run-import";

const USAGE = `Usage: npm run import -- FOLDER [--replace] [--allow-removal=TABLES] [--dry-run] [--strict] [--json]
                               [--data-through=yyyy-MM-dd]

Loads the census files of FOLDER (divisions.csv, regions.csv, facilities.csv, physicians.csv, patients.csv,
stays.csv, transfers.csv, notes.csv, users.csv). deletions.csv takes rows back, and merges.csv joins residents who
were registered twice. Any of them may be missing. Nothing is stored as long as a file has a mistake. Changes of a
census that is there are stored in parts: run an import again that was stopped, and it stores what is missing.

  --replace               also removes what the files do not hold. Accounts are removed only if there is a users.csv.
  --allow-removal=TABLES  lets more than 5 % of these tables go, as in --allow-removal=transfers,stays
  --data-through=DAY      the last day through which these data are complete. Without it that is today, if there are
                          a stays.csv and a transfers.csv. A cell data_through in facilities.csv says it for one facility.
  --dry-run               tells what the import would do, and stores nothing
  --strict                refuses what is well formed and hardly possible, where an import else only warns of it
  --json                  writes the report as JSON to standard output, and all else to standard error
`;

await runImport({
  usage: USAGE,
  options: [
    "replace",
    "allow-removal",
    "data-through",
    "dry-run",
    "strict",
    "json",
  ],
  removable: REMOVABLE_TABLES,
  title: "Importing",
  taskOf: (store, given, { DATA_DIR }, progress) =>
    censusTask({
      ...given,
      folder: given.path,
      store,
      now: new Date(),
      progress,
      dataDir: DATA_DIR,
    }),
  describe: (result, _, seconds) => describeResult(result, seconds),
});
