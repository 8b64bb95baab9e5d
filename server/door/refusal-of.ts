import type { Logger } from "pino";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import { isBusy } from "~/runtime/database/sqlite-handle.server";
import { Refusal } from "~server/refusal";

/** Logs an unexpected error, and reveals nothing of it. */
export function refusalOf(error: unknown, log: Logger): Refusal {
  if (error instanceof Error && "isRefusal" in error) return error as Refusal;
  if (isBusy(error)) return busy();
  switch (databaseTroubleOf(error)) {
    case "overloaded":
      log.warn({ event: "api.overloaded", err: error });
      return busy();
    case "away":
      log.error({ event: "api.database_away", err: error });
      return away();
    default:
      log.error({ event: "api.error", err: error });
      return new Refusal(500, "Something went wrong on the server.");
  }
}

function busy(): Refusal {
  return new Refusal(503, "The server is busy. Please try again.", {
    headers: { "retry-after": "5" },
  });
}

function away(): Refusal {
  return new Refusal(
    503,
    "The database does not answer at the moment. Please try again.",
    { headers: { "retry-after": "5" } },
  );
}
