import { sendJson, startFakeHost } from "../../tests/pages/support/fake-host";
import { startPortalOfHost } from "./portal-of-host";

/** Path of a report that a portal with Power BI offers. */
export const REPORT_PATH = "/reports/infections";

/** Power BI's own program takes frames of its maker's hosts alone. */
export const FRAME_URL = "https://app.powerbi.com/reportEmbed";

/**
 * The built portal in front of an API host that gives embed tokens, which the demo organisation has not: a token is good
 * for so many minutes.
 */
export async function startEmbeddingPortal(tokenMinutes: number) {
  const host = await startFakeHost();
  host.on("/api/reports/", (_, response) =>
    sendJson(response, {
      data: [
        {
          id: 7,
          report_id: "infections",
          title: "Infections",
          type: "powerbi",
        },
      ],
    }),
  );
  host.on("/api/reports/7", (_, response) =>
    sendJson(response, { data: { workspace_id: "w-1", report_id: "r-1" } }),
  );
  host.on("/api/powerbi/", (_, response) => {
    const nth = host.callsTo("/api/powerbi/").length;
    const end = new Date(Date.now() + tokenMinutes * 60_000);
    sendJson(response, {
      data: {
        reportConfig: {
          reportName: "Infections",
          reportId: "r-1",
          embedUrl: `${FRAME_URL}?reportId=r-1`,
        },
        accessToken: `token-${nth}`,
        expiration: end.toISOString(),
      },
    });
  });
  const portal = await startPortalOfHost(host.url);
  return {
    origin: portal.origin,
    host,
    async stop() {
      await portal.stop();
      await host.close();
    },
  };
}
