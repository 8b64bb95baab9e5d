import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { accessLevel, id, idParam, nothing } from "./wire";

export const report = z.object({
  id,
  report_id: z.string().min(1),
  title: z.string(),
  type: z.enum(["powerbi", "other"]),
  roles: z.array(accessLevel).optional(),
});
export type Report = DeepReadonly<z.output<typeof report>>;

export const getReports = endpoint({
  method: "GET",
  path: "/api/reports/",
  params: nothing,
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.object({ data: z.array(report) }),
});

export const getReport = endpoint({
  method: "GET",
  path: "/api/reports/:id",
  params: z.object({ id: idParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.object({ workspace_id: z.string(), report_id: z.string() }),
  }),
});

export const postReportRole = endpoint({
  method: "POST",
  path: "/api/reports/:id/roles",
  params: z.object({ id: idParam }),
  query: nothing,
  body: z.object({ role: accessLevel, allow: z.boolean() }),
  bodyType: "json",
  answer: z.unknown(),
});
