import {
  deleteInSteps,
  startDailySweep,
  type DailySweep,
  type SweepParts,
} from "~server/audit/daily-sweep";
import type { Database } from "~server/store/schema";

/** A file may take megabytes. */
const DELETED_AT_ONCE = 20;

/** Deletes some finished CMS reports and their files, oldest first. Returns how many, null if none is left. */
async function dropReports(
  db: Database,
  keptFrom: Date,
): Promise<number | null> {
  const old = db
    .selectFrom("qies_reports")
    .select("id")
    .where("status", "not in", ["requested", "pending"])
    .where(
      (report) => report.fn.coalesce("finished_at", "requested_at"),
      "<",
      keptFrom.toISOString(),
    )
    .orderBy("id")
    .limit(DELETED_AT_ONCE);
  const { numDeletedRows } = await db
    .deleteFrom("qies_reports")
    .where("id", "in", old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) || null;
}

/** Deletes CMS reports after their retention period (R545), until stopped. */
export function startReportRetention(parts: SweepParts): DailySweep {
  return startDailySweep(parts, {
    name: "qies",
    counted: "reports",
    sweep: (keptFrom, stopping) =>
      deleteInSteps(stopping, () => dropReports(parts.db, keptFrom)),
  });
}
