import { openConfiguredStore } from "~server/command-line/configured-store";
import { NO_PROGRESS } from "~server/command-line/progress";
import { readSettings } from "~server/env";
import { importCensus } from "~server/import/import-census";
import { NIGHT_OPTIONS } from "~server/import/testing/changed-census";
import { afterEachStatement } from "../after-each-statement";

/** Imports a folder, and is killed after a statement of the given number, or where there are fewer when all is done. */
const [, , folder = "", last = ""] = process.argv;
const settings = readSettings();
const store = afterEachStatement(
  await openConfiguredStore(settings),
  (number) => {
    if (number === Number(last)) process.kill(process.pid, "SIGKILL");
  },
);
await importCensus({
  ...NIGHT_OPTIONS,
  store,
  folder,
  dataDir: settings.DATA_DIR,
  progress: NO_PROGRESS,
});
process.kill(process.pid, "SIGKILL");
