import type { Settings } from "~/contract/settings";
import { CommandError } from "~server/command-line/command-error";

/** Throws a {@link CommandError} where the data are not in the data folder's SQLite database; it names what to use. */
export function refuseOtherDatabase(
  { API_URL, DATABASE_URL }: Pick<Settings, "API_URL" | "DATABASE_URL">,
  tool: "pg_dump" | "pg_restore",
): void {
  if (DATABASE_URL) {
    throw new CommandError(
      `The data are in the PostgreSQL database of DATABASE_URL. Use ${tool} for it.`,
    );
  }
  if (API_URL) {
    throw new CommandError(
      "The data are at the API host of API_URL. This portal has no database.",
    );
  }
}
