import { getEmbed } from "~/contract/powerbi";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { forbidden, notFound } from "../refusal";

const TOKEN_LASTS_MS = 20 * 60_000;

export function powerbiHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "powerbi", getEmbed, ({ viewer, params }) => {
      const rank = rankOf(viewer.accessLevel);
      if (rank === 1 || rank === ADMINISTRATOR_RANK) throw forbidden();
      const report = host.reports.find(
        ({ embed }) =>
          embed?.workspace_id === params.workspace_id &&
          embed.report_id === params.report_id,
      );
      if (!report) throw notFound();
      if (!report.roles.includes(viewer.accessLevel)) throw forbidden();
      const now = host.clock().getTime();
      return {
        data: {
          reportConfig: {
            reportName: report.title,
            reportId: params.report_id,
            embedUrl: `https://reports.invalid/reportEmbed?reportId=${encodeURIComponent(params.report_id)}`,
          },
          accessToken: "mock-embed-token",
          expiration: new Date(now + TOKEN_LASTS_MS).toISOString(),
        },
        lastUpdated: host.lastUpdated,
      };
    }),
  ];
}
