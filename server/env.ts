import path from "node:path";
import {
  parseSettings,
  settingsRefusal,
  type Settings,
} from "~/contract/settings";

/**
 * The settings of a command or server. Bad variables are named with what was expected, and the process
 * ends with the status for that, 1 where none is given.
 */
export function readSettings(badStatus = 1): Settings {
  const { settings, problems } = parseSettings(process.env);
  if (settings) {
    keepSqliteFilesIn(settings.DATA_DIR);
    return settings;
  }
  process.stderr.write(settingsRefusal(problems));
  process.exit(badStatus);
}

/**
 * What SQLite sorts and has no room for in memory it puts into a file, and that holds patients (R259). It asks for the
 * folder once, when the first database is opened.
 */
function keepSqliteFilesIn(dataDir: string): void {
  process.env.SQLITE_TMPDIR ??= path.resolve(dataDir);
}

/** PostgreSQL server that the tests may use; they run on SQLite alone where there is none. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined;
}
