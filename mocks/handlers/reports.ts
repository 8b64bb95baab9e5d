import { getReport, getReports, postReportRole } from "~/contract/reports";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import {
  isClosedTo,
  whyClosedTo,
  type ReportKind,
} from "~/domain/embedded-reports/report-access";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { forbidden, notFound, Refusal } from "../refusal";
import type { MockReport } from "../reports.data";

function rowOf({ id, report_id, title, type, roles }: MockReport) {
  return { id, report_id, title, type, roles };
}

function kindOf({ report_id: slug, type }: MockReport): ReportKind {
  return { slug, isEmbedded: type === "powerbi" };
}

/**
 * Administrators get every report with its roles, because they say who sees it; others get those that their level may
 * see. Physicians see no embedded report.
 */
export function reportsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "reports", getReports, ({ viewer }) => {
      const isAdministrator = rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK;
      const listed = [...host.reports].sort((a, b) =>
        a.title.localeCompare(b.title, "en"),
      );
      return {
        data: isAdministrator
          ? listed.map(rowOf)
          : listed
              .filter(({ roles }) => roles.includes(viewer.accessLevel))
              .filter(
                (report) =>
                  report.embed ||
                  !isClosedTo(kindOf(report), viewer.accessLevel),
              )
              .map((report) => ({ ...rowOf(report), roles: undefined })),
      };
    }),
    mockEndpoint(host, "reports", getReport, ({ viewer, params }) => {
      if (viewer.accessLevel === "physician") throw forbidden();
      const report = host.reports.find(({ id }) => id === params.id);
      if (!report) throw notFound();
      if (!report.roles.includes(viewer.accessLevel)) throw forbidden();
      if (!report.embed) throw notFound();
      return { data: report.embed };
    }),
    mockEndpoint(
      host,
      "reports",
      postReportRole,
      ({ viewer, params, body }) => {
        if (rankOf(viewer.accessLevel) !== ADMINISTRATOR_RANK) {
          throw forbidden();
        }
        const report = host.reports.find(({ id }) => id === params.id);
        if (!report) throw notFound();
        if (body.role === "account_manager") {
          throw new Refusal(400, "Account managers see no reports.");
        }
        const reason = whyClosedTo(kindOf(report), body.role);
        if (body.allow && reason !== null) throw new Refusal(400, reason);
        const others = report.roles.filter((role) => role !== body.role);
        report.roles = body.allow ? [...others, body.role] : others;
        return { data: rowOf(report) };
      },
    ),
  ];
}
