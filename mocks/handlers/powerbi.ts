import { getEmbed } from "~/contract/powerbi";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { forbidden } from "../refusal";

export function powerbiHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "powerbi", getEmbed, ({ viewer, params }) => {
      if (viewer.accessLevel === "physician") throw forbidden();
      return {
        data: {
          reportConfig: {
            reportName: "Infection Control",
            reportId: params.report_id,
            embedUrl: `https://reports.invalid/reportEmbed?reportId=${encodeURIComponent(params.report_id)}`,
          },
          accessToken: "mock-embed-token",
        },
        lastUpdated: host.lastUpdated,
      };
    }),
  ];
}
