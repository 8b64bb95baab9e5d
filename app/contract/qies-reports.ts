import { z } from "zod";
import { nameCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dayParam, id, idParam } from "./wire";

/** States of a requested CMS report; anything else reads as Unknown (R175). */
export const qiesStatus = z
  .enum(["requested", "pending", "automatic", "completed", "error", "Unknown"])
  .catch("Unknown");

/** The parameters of a request by their CMS names, each with value and label (R193). */
const argValue = z.string().max(50);
const requestArgs = z.record(
  z.object({
    value: z.union([argValue, z.array(argValue).max(50)]),
    label: z.string().max(1_000),
  }),
);

export const qiesReport = z.object({
  id,
  report_category_id: id,
  report_type_id: id,
  name: nameCell,
  file_type: textCell.transform((type) => type ?? ""),
  /** `yyyy-MM-dd HH:mm:ss`, New York time; blank where a host has none. */
  requested_tstamp: textCell.transform((time) => time ?? ""),
  start_date: textCell,
  end_date: textCell,
  status: qiesStatus,
  fac_name: textCell,
  /** Its facility; a host may leave it out. */
  fac_id: id.nullish(),
  /** Why a request has failed, in words for its reader; a host may leave it out. */
  problem: z.string().nullish().catch(null),
  /** The arguments of a failed request, to repeat it; a host may leave them out. */
  args: requestArgs.nullish().catch(null),
  /** True if the file covers ISNP residents only; a host may leave it out. */
  isnp_only: z.boolean().nullish().catch(null),
});
export type QiesReport = DeepReadonly<z.output<typeof qiesReport>>;

/** From the first admission to the last import; null if it is empty. */
const qiesCensus = z.object({
  first_day: dayParam.nullable(),
  last_day: dayParam.nullable(),
});

export type QiesCensus = DeepReadonly<z.output<typeof qiesCensus>>;

export const qiesRequest = z.object({
  report_category_id: id,
  report_type_id: id,
  name: z.string().min(1),
  fac_id: id,
  user_id: id,
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  args: requestArgs,
  file_type: z.literal("pdf"),
});
export type QiesRequest = z.infer<typeof qiesRequest>;

/** `census` is there only if the host makes the reports from its own census, not if CMS does. */
export const getQiesReports = endpoint({
  path: "/api/QIES-reports/:startDate/:endDate/",
  params: z.object({ startDate: dayParam, endDate: dayParam }),
  answer: z.object({
    data: z.array(qiesReport),
    census: qiesCensus.nullish().catch(null),
  }),
});

export const getQiesDownload = endpoint({
  path: "/api/QIES-reports/:id",
  params: z.object({ id: idParam }),
  answer: z.object({
    data: z.object({
      report_url: z.string().min(1),
      name: nameCell,
      file_type: textCell,
    }),
  }),
});

/** The first item of the answer may carry an error. */
export const postQiesReport = endpoint({
  method: "POST",
  path: "/api/QIES-reports/",
  body: qiesRequest,
  bodyType: "json",
  answer: z.object({
    data: z.array(z.object({ error: z.string().nullish() }).passthrough()),
  }),
});

/** The data server's `report_url` leads here. Other hosts have addresses of their own. */
export const getQiesFile = endpoint({
  path: "/api/QIES-reports/:id/file",
  params: z.object({ id: idParam }),
  answer: z.unknown(),
});
