import { pageError } from "~/data/page-error.server";
import { log } from "~/log.server";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import { isBusy } from "~/runtime/database/sqlite-handle.server";

/** The same words as for the data server's database. */
export const STORE_IS_AWAY =
  "The database does not answer at the moment. Please try again.";

/** True if the database cannot be asked now or has no room; the request itself is fine. */
export function isStoreTrouble(error: unknown): boolean {
  return isBusy(error) || databaseTroubleOf(error) !== null;
}

/** Throws the error page, 503, if the database cannot be asked. */
export async function orUnavailable<Result>(
  asked: Promise<Result>,
): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    log.error({ event: "session.unavailable", err: error });
    throw pageError(503, STORE_IS_AWAY);
  }
}
