import type { Database } from "~server/store/schema";

const AT = "2026-06-15T12:00:00.000Z";

export async function addFinishedReport(
  db: Database,
  facilityId: number,
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
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
