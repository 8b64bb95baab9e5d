import { z } from "zod";
import { endpoint } from "./endpoint";
import { dated } from "./wire";

export const getEmbed = endpoint({
  path: "/api/powerbi/:workspace_id/:report_id",
  params: z.object({ workspace_id: z.string(), report_id: z.string() }),
  answer: dated(
    z.object({
      reportConfig: z.object({
        reportName: z.string(),
        reportId: z.string(),
        embedUrl: z.string().url(),
      }),
      accessToken: z.string().min(1),
      /** ISO 8601 instant at which the access token ends; a host may leave it out. */
      expiration: z.string().datetime({ offset: true }).nullish(),
    }),
  ),
});
