import type { Kysely } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import {
  isClosedTo,
  type FixedReport,
} from "~/features/embedded-reports/rules/report-access";
import { forbidden } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { administersReports } from "./listed-reports";

/** Slug of a report whose data this server has itself. */
export type OwnReport = Exclude<FixedReport, "system-test">;

/**
 * True where the viewer's level has a role on the report, which account managers say and never have themselves (R209).
 * A report that is not listed is nobody's.
 */
export async function hasOwnReport(
  db: Kysely<Schema>,
  viewer: Viewer,
  report: OwnReport,
): Promise<boolean> {
  if (administersReports(viewer)) return false;
  const kind = { slug: report, isEmbedded: false };
  if (isClosedTo(kind, viewer.accessLevel)) return false;
  const role = await db
    .selectFrom("report_roles")
    .innerJoin("reports", "reports.id", "report_roles.report")
    .where("reports.report_id", "=", report)
    .where("report_roles.role", "=", viewer.accessLevel)
    .select("report_roles.role")
    .executeTakeFirst();
  return role !== undefined;
}

/** Refuses a call for a report's data (403) to those who do not have the report. */
export async function requireOwnReport(
  db: Kysely<Schema>,
  viewer: Viewer,
  report: OwnReport,
): Promise<void> {
  if (!(await hasOwnReport(db, viewer, report))) throw forbidden();
}
