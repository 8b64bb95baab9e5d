import path from "node:path";
import {
  parseSettings,
  settingsRefusal,
  type Settings,
} from "~/contract/settings";

/** The settings from the environment. Prints bad variables and what they should be, and exits with `badStatus`. */
export function readSettings(badStatus = 1): Settings {
  const { settings, problems } = parseSettings(process.env);
  if (settings) {
    keepSqliteFilesIn(settings.DATA_DIR);
    return settings;
  }
  process.stderr.write(settingsRefusal(problems));
  process.exit(badStatus);
}

/** SQLite sorts in temporary files with patient data (R259). It reads the folder when the first database opens. */
function keepSqliteFilesIn(dataDir: string): void {
  process.env.SQLITE_TMPDIR ??= path.resolve(dataDir);
}

/** Tests run on SQLite only without this PostgreSQL server. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined;
}
