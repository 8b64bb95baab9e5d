import type { Insertable } from "kysely";
import type { Database, QiesReportTable } from "~server/store/schema";

const AT = "2026-06-15T12:00:00.000Z";

/** The report is finished unless `more` differs, and has no file. */
export async function addFinishedReport(
  db: Database,
  facilityId: number,
  more: Partial<Insertable<QiesReportTable>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto("qies_reports")
    .values({
      facility_id: facilityId,
      isnp: 0,
      report_category_id: 56,
      report_type_id: 801,
      name: "Measures",
      args: "{}",
      file_type: "pdf",
      status: "completed",
      requested_at: AT,
      attempts: 1,
      next_attempt_at: AT,
      finished_at: AT,
      ...more,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
