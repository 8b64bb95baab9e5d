import { existsSync } from "node:fs";
import path from "node:path";
import { runCommand, describeStore } from "~server/command-line/run-on-store";
import { lockDataDir } from "~server/data-dir-lock";
import { CommandError } from "~server/command-line/command-error";
import { DATABASE_FILE, openStore } from "~server/store/open-store";
import { LEFT_OUT, copyStore } from "./copy-store";
import { openEmptyTarget } from "./empty-target";

const USAGE = `Usage: DATABASE_URL=postgres://… npm run move-to-postgres

Copies the SQLite database of DATA_DIR into the empty PostgreSQL database of DATABASE_URL. The command copies everything
or nothing. Stop the portal first. The SQLite database stays as it is.
`;

await runCommand(async (settings) => {
  const { DATA_DIR, DATABASE_URL } = settings;
  if (!DATABASE_URL || process.argv.length > 2) throw new CommandError(USAGE);
  if (!existsSync(path.join(DATA_DIR, DATABASE_FILE))) {
    throw new CommandError(
      `There is no database in ${path.resolve(DATA_DIR)}.`,
    );
  }
  const unlock = lockDataDir(DATA_DIR);
  try {
    const target = await openEmptyTarget(DATABASE_URL);
    try {
      const source = await openStore({ dataDir: DATA_DIR });
      try {
        const copied = await copyStore(source, target);
        const lines = copied.map(({ name, rows }) => `  ${name}: ${rows}`);
        process.stdout.write(
          `Copied ${DATA_DIR} to ${describeStore(settings)}. Rows of each table:\n${lines.join("\n")}\nNot copied: ${LEFT_OUT.join(", ")}. Everyone has to log in again.\n`,
        );
      } finally {
        await source.close();
      }
    } finally {
      await target.close();
    }
  } finally {
    unlock();
  }
}, "Nothing was copied.");
