import type { Selectable } from "kysely";
import { isoDayOf } from "~/domain/calendar";
import { codeOf } from "~/features/cms-requests/rules/report-types";
import type { CmsOrder } from "~server/cms-requests/cms-connector";
import { storedArgs } from "~server/cms-requests/requested-reports";
import type { Database, QiesReportTable } from "~server/store/schema";

/** Null if the facility was deleted. */
export async function orderOfReport(
  db: Database,
  report: Selectable<QiesReportTable>,
): Promise<CmsOrder | null> {
  const facility = await db
    .selectFrom("facilities")
    .select(["id", "name", "ccn"])
    .where("id", "=", report.facility_id)
    .executeTakeFirst();
  if (!facility) return null;
  const { report_category_id: categoryId, report_type_id: typeId } = report;
  return {
    id: report.id,
    code: codeOf(categoryId, typeId),
    categoryId,
    typeId,
    name: report.name,
    facility,
    startDate: report.start_day === null ? null : isoDayOf(report.start_day),
    endDate: report.end_day === null ? null : isoDayOf(report.end_day),
    args: storedArgs.parse(report.args),
    isnp: report.isnp === 1,
    requestedAt: new Date(report.requested_at),
  };
}
