import { parseSettings, settingsRefusal } from "~/contract/settings";
import type { Settings } from "~/contract/settings";

/**
 * The settings of a command or server. Bad variables are named with what was expected, and the process
 * ends with the status for that, 1 where none is given.
 */
export function readSettings(badStatus = 1): Settings {
  const { settings, problems } = parseSettings(process.env);
  if (settings) return settings;
  process.stderr.write(settingsRefusal(problems));
  process.exit(badStatus);
}

/** PostgreSQL server that the tests may use; they run on SQLite alone where there is none. */
export function testDatabaseUrl(): string | undefined {
  return process.env.TEST_DATABASE_URL || undefined;
}
