import { NO_PROGRESS } from "~server/command-line/progress";
import { openConfiguredStore } from "~server/command-line/run-on-store";
import { readSettings } from "~server/env";
import { censusTask } from "~server/imports/import-census";
import { reportedImport } from "~server/imports/reported-import";
import { NIGHT_OPTIONS } from "~server/imports/testing/changed-census";
import { steadyPace } from "~server/imports/testing/parts";
import { afterEachStatement } from "../after-each-statement";

/** Imports a folder, and dies after the given statement or at the end. */
const [, , folder = "", last = ""] = process.argv;
const settings = readSettings();
const store = afterEachStatement(
  await openConfiguredStore(settings),
  (number) => {
    if (number === Number(last)) process.kill(process.pid, "SIGKILL");
  },
);
await reportedImport(
  censusTask({
    ...NIGHT_OPTIONS,
    store,
    folder,
    dataDir: settings.DATA_DIR,
    progress: NO_PROGRESS,
    pace: steadyPace(),
  }),
);
process.kill(process.pid, "SIGKILL");
