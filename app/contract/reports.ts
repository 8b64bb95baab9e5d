import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { accessLevel, id, idParam } from "./wire";

export const report = z.object({
  id,
  report_id: z.string().min(1),
  title: z.string(),
  type: z.enum(["powerbi", "other"]),
  roles: z.array(accessLevel).optional(),
});
export type Report = DeepReadonly<z.output<typeof report>>;

export const getReports = endpoint({
  path: "/api/reports/",
  answer: z.object({ data: z.array(report) }),
});

export const getReport = endpoint({
  path: "/api/reports/:id",
  params: z.object({ id: idParam }),
  answer: z.object({
    data: z.object({ workspace_id: z.string(), report_id: z.string() }),
  }),
});

export const postReportRole = endpoint({
  method: "POST",
  path: "/api/reports/:id/roles",
  params: z.object({ id: idParam }),
  body: z.object({ role: accessLevel, allow: z.boolean() }),
  bodyType: "json",
  answer: z.unknown(),
});
