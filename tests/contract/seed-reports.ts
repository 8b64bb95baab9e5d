import { MOCK_PDF, mockReports } from "~mocks/qies-reports.data";
import { FACILITIES } from "~mocks/organization.data";
import { epochDayOf, parseNewYorkSqlDatetime } from "~/domain/calendar";
import { storeReportFile } from "~server/qies/report-files";
import type { Database } from "~server/store/schema";

/** Puts the mocks' requested reports into a database, and files to those that are finished. Nobody works on them. */
export async function seedReports(db: Database, now: Date): Promise<void> {
  for (const report of mockReports(FACILITIES, now)) {
    const { id, status } = report;
    // No database holds a status that nobody knows.
    if (status === "Unknown") continue;
    const requestedAt =
      parseNewYorkSqlDatetime(report.requested_tstamp, now) ?? now;
    await db
      .insertInto("qies_reports")
      .values({
        id,
        facility_id: report.fac_id ?? 0,
        user_id: null,
        isnp: 0,
        report_category_id: report.report_category_id,
        report_type_id: report.report_type_id,
        name: report.name,
        start_day: epochDayOf(report.start_date ?? ""),
        end_day: epochDayOf(report.end_date ?? ""),
        args: JSON.stringify(report.args ?? {}),
        file_type: "pdf",
        status,
        requested_at: requestedAt.toISOString(),
        attempts: 0,
        next_attempt_at: "2999-01-01T00:00:00.000Z",
        claim: null,
        claimed_until: null,
        problem: report.problem ?? null,
        finished_at: null,
      })
      .execute();
    if (status === "completed" || status === "automatic") {
      await storeReportFile(db, id, Buffer.from(MOCK_PDF));
    }
  }
}
