import { setImmediate as nextTurn } from "node:timers/promises";
import {
  startDailySweep,
  type DailySweep,
  type SweepParts,
} from "~server/audit/daily-sweep";
import type { Database } from "~server/store/schema";

/** A file may take megabytes. */
const DELETED_AT_ONCE = 20;

/** Deletes finished CMS reports and their files, oldest first, in steps that keep locks short. Returns how many. */
async function dropReports(
  db: Database,
  keptFrom: Date,
  stopping: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!stopping.aborted) {
    const old = await db
      .selectFrom("qies_reports")
      .select("id")
      .where("status", "not in", ["requested", "pending"])
      .where(
        (report) => report.fn.coalesce("finished_at", "requested_at"),
        "<",
        keptFrom.toISOString(),
      )
      .orderBy("id")
      .limit(DELETED_AT_ONCE)
      .execute();
    if (old.length === 0) break;
    const { numDeletedRows } = await db
      .deleteFrom("qies_reports")
      .where(
        "id",
        "in",
        old.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
    await nextTurn();
  }
  return deleted;
}

/** Deletes CMS reports after their retention period (R545), until stopped. */
export function startReportRetention(parts: SweepParts): DailySweep {
  return startDailySweep(parts, {
    name: "qies",
    counted: "reports",
    sweep: (keptFrom, stopping) => dropReports(parts.db, keptFrom, stopping),
  });
}
