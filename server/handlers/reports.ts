import { getReport, getReports, postReportRole } from "~/contract/reports";
import type { Report } from "~/contract/reports";
import type { ApiDeps } from "~server/door/api-deps";
import { logAuditRecord } from "~server/audit/audit-log";
import { recordOf } from "./record-access";
import { forbidden, notFound, Refusal } from "~server/refusal";
import { setReportRole } from "~server/reports/set-report-role";
import {
  administersReports,
  isListedFor,
  mayEmbed,
  selectReports,
} from "~server/reports/listed-reports";
import type { ListedReport } from "~server/reports/listed-reports";
import { register, type Doors } from "~server/door/doors";

/**
 * The list of reports and who sees them (R208). Account managers get every report with its access
 * levels, because they set them; others get the reports of their level, and are not told who else has them.
 */
export function registerReports(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;

  register(doors, getReports, async ({ viewer }) => {
    const reports = await selectReports(db);
    return {
      data: administersReports(viewer)
        ? reports.map((report) => ({ ...rowOf(report), roles: report.roles }))
        : reports.filter((report) => isListedFor(viewer, report)).map(rowOf),
    };
  });

  register(doors, getReport, async ({ viewer, params }) => {
    if (!mayEmbed(viewer)) throw forbidden();
    const reports = await selectReports(db);
    const report = reports.find(({ id }) => id === params.id);
    if (!report) throw notFound();
    if (!isListedFor(viewer, report)) throw forbidden();
    const { workspace_id, powerbi_report_id } = report;
    // A report with a page of its own lives nowhere else.
    if (workspace_id === null || powerbi_report_id === null) throw notFound();
    return { data: { workspace_id, report_id: powerbi_report_id } };
  });

  register(doors, postReportRole, async (call) => {
    const { viewer, params, body } = call;
    if (!administersReports(viewer)) throw forbidden();
    if (body.role === "account_manager") {
      throw new Refusal(400, "Account managers see no reports.");
    }
    const recorded = (report: string) =>
      recordOf(deps, call, {
        action: "change_report_access",
        details: { report, role: body.role, allow: body.allow },
      });
    const change = await setReportRole(deps.store, params.id, body, recorded);
    if (!change) throw notFound();
    if (change.hasChanged) logAuditRecord(deps.log, recorded(change.report));
    const reports = await selectReports(db);
    const report = reports.find(({ id }) => id === params.id);
    if (!report) throw notFound();
    return { data: { ...rowOf(report), roles: report.roles } };
  });
}

function rowOf({ id, report_id, title, type }: ListedReport): Report {
  return { id, report_id, title, type };
}
