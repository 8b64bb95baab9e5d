import { z } from "zod";
import { endpoint } from "./endpoint";
import { idParam, levelParam, nothing } from "./wire";

/**
 * GET /data-version: the version of the data behind the figures of a place or physician, as `data_version` of GET /metrics tells it.
 * One that is another says that figures may be others. 403 or 404 where it is not the viewer's.
 */
export const getDataVersion = endpoint({
  method: "GET",
  path: "/data-version",
  params: nothing,
  query: z.object({
    level: levelParam,
    id: idParam,
    facility_id: idParam.optional(),
  }),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    /** Nothing but a comparison makes sense of the text. */
    data: z.object({ version: z.string().min(1).max(100) }),
    token: z.string().nullish(),
  }),
});
