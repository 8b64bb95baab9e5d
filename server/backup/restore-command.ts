import { CommandError } from "~server/command-line/command-error";
import { runCommand } from "~server/command-line/run-on-store";
import { describeFacts } from "./database-file";
import { restore, refuseOtherDatabase } from "./restore";

const USAGE = `Usage: npm run restore -- FILE

Replaces the SQLite database of DATA_DIR with FILE, a copy that \`npm run backup\` made. Stop the portal first.
The database that was there is kept beside it.
`;

await runCommand(async (settings) => {
  const [source, ...others] = process.argv.slice(2);
  if (!source || source.startsWith("-") || others.length > 0) {
    throw new CommandError(USAGE);
  }
  refuseOtherDatabase(settings, "pg_restore");
  const { facts, putAside } = await restore({
    dataDir: settings.DATA_DIR,
    source,
    now: new Date(),
  });
  process.stdout.write(
    `Restored ${source} into ${settings.DATA_DIR}: ${describeFacts(facts)}. Everyone has to log in again.\n`,
  );
  if (putAside) {
    process.stdout.write(
      `The database that was there is now ${putAside}. Remove it when nobody needs it.\n`,
    );
  }
}, "Nothing was changed.");
