import { getReport, getReports, postReportRole } from "~/contract/reports";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { forbidden, notFound } from "../refusal";

/** Administrators get every report, because they say who sees it; others get those that their level may see. */
export function reportsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "reports", getReports, ({ viewer }) => {
      const isAdministrator = rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK;
      return {
        data: host.reports.filter(
          ({ roles }) => isAdministrator || roles.includes(viewer.accessLevel),
        ),
      };
    }),
    mockEndpoint(host, "reports", getReport, ({ viewer, params }) => {
      const report = host.reports.find(({ id }) => id === params.id);
      if (!report) throw notFound();
      if (!report.roles.includes(viewer.accessLevel)) throw forbidden();
      return {
        data: {
          workspace_id: "4a1f0000-0000-4000-8000-000000000001",
          report_id: `4a1f0000-0000-4000-8000-00000000010${report.id}`,
        },
      };
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
        const others = report.roles.filter((role) => role !== body.role);
        report.roles = body.allow ? [...others, body.role] : others;
        return { data: report };
      },
    ),
  ];
}
