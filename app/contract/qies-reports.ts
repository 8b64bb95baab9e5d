import { z } from "zod";
import { endpoint } from "./endpoint";
import { dayParam, id, idParam, nothing } from "./wire";

/** States of a requested CMS report; anything else reads as Unknown (reports spec §4). */
export const qiesStatus = z
  .enum(["requested", "pending", "automatic", "completed", "error", "Unknown"])
  .catch("Unknown");

export const qiesReport = z.object({
  id,
  report_category_id: id,
  report_type_id: id,
  name: z.string(),
  file_type: z.string(),
  /** `yyyy-MM-dd HH:mm:ss`, New York time. */
  requested_tstamp: z.string(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  status: qiesStatus,
  fac_name: z.string().nullable(),
  /** Its facility; a host may leave it out. */
  fac_id: id.nullish(),
});
export type QiesReport = z.infer<typeof qiesReport>;

/** A report request; `args` maps the CMS parameter name to its value and label (reports spec §3). */
export const qiesRequest = z.object({
  report_category_id: id,
  report_type_id: id,
  name: z.string().min(1),
  fac_id: id,
  user_id: id,
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  args: z.record(
    z.object({
      value: z.union([z.string(), z.array(z.string())]),
      label: z.string(),
    }),
  ),
  file_type: z.literal("pdf"),
});
export type QiesRequest = z.infer<typeof qiesRequest>;

const reading = {
  method: "GET",
  query: nothing,
  body: nothing,
  bodyType: "none",
} as const;

/** GET /api/QIES-reports/{startDate}/{endDate}/: reports requested in the range. */
export const getQiesReports = endpoint({
  ...reading,
  path: "/api/QIES-reports/:startDate/:endDate/",
  params: z.object({ startDate: dayParam, endDate: dayParam }),
  answer: z.object({ data: z.array(qiesReport) }),
});

/** GET /api/QIES-reports/{id}: where a finished report can be fetched. */
export const getQiesDownload = endpoint({
  ...reading,
  path: "/api/QIES-reports/:id",
  params: z.object({ id: idParam }),
  answer: z.object({
    data: z.object({
      report_url: z.string().min(1),
      name: z.string(),
      file_type: z.string(),
    }),
  }),
});

/** POST /api/QIES-reports/: asks for a report; the first item of the answer may carry an error. */
export const postQiesReport = endpoint({
  method: "POST",
  path: "/api/QIES-reports/",
  params: nothing,
  query: nothing,
  body: qiesRequest,
  bodyType: "json",
  answer: z.object({
    data: z.array(z.object({ error: z.string().nullish() }).passthrough()),
  }),
});

/**
 * GET /api/QIES-reports/{id}/file: the finished file itself. Where the data server's `report_url` leads: signed,
 * short-lived, and for the user who asked for the link alone. Other hosts have addresses of their own.
 */
export const getQiesFile = endpoint({
  ...reading,
  path: "/api/QIES-reports/:id/file",
  params: z.object({ id: idParam }),
  query: z.object({ expires: idParam, signature: z.string().max(100) }),
  answer: z.unknown(),
});
