import { z } from "zod";
import { isIsoDay } from "~/domain/calendar";
import { SPECIAL_FOCUS } from "~/features/profile/rules/cms/cms-file";
import { cell } from "./cells";

/** The CMS file that the stars beside it are from (R44); a host may leave it out. */
export const cmsFileCell = cell(
  z
    .object({
      date: cell(z.string().refine(isIsoDay).nullable(), null),
      special_focus: cell(z.enum(SPECIAL_FOCUS).nullable(), null),
      abuse: z.boolean(),
    })
    .nullable(),
  null,
).optional();
