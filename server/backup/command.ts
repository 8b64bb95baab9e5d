import path from "node:path";
import { parseArgs } from "node:util";
import { CommandError } from "~server/command-line/command-error";
import { runCommand } from "~server/command-line/run-on-store";
import { backUp } from "./back-up";
import { describeFacts } from "./database-file";
import { refuseOtherDatabase } from "./restore";

const USAGE = `Usage: npm run backup -- FILE [--force]

Copies the SQLite database of DATA_DIR to FILE. The portal may go on running.

  --force   replaces FILE if it exists
`;

function readArguments(): { target: string; force: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { force: { type: "boolean", default: false } },
    });
    const [target, ...others] = positionals;
    return target && others.length === 0
      ? { target, force: values.force }
      : null;
  } catch {
    return null;
  }
}

await runCommand(async (settings) => {
  const given = readArguments();
  if (!given) throw new CommandError(USAGE);
  refuseOtherDatabase(settings, "pg_dump");
  const { facts, bytes } = backUp({
    dataDir: settings.DATA_DIR,
    ...given,
  });
  const megabytes = (bytes / 1_000_000).toFixed(1);
  process.stdout.write(
    `Copied ${settings.DATA_DIR} to ${path.resolve(given.target)} and checked it: ${megabytes} MB, ${describeFacts(facts)}.\n`,
  );
}, "Nothing was written.");
