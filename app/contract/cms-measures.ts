import { z } from "zod";
import { isIsoDay } from "~/domain/calendar";
import { cell, figureCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { row } from "./plain-first";
import { dayParam, idParam, nothing } from "./wire";

const dayCell = cell(z.string().refine(isIsoDay).nullable(), null);

/** What CMS publishes of a measure of a facility (R385). */
const cmsMeasure = row({
  /** 521, 522, 551 or 552; a newer host may know more. */
  measure: z.number().int(),
  /** Percent, or per 1,000 long-stay days; null where CMS suppresses it, which is not 0. */
  adjusted: figureCell,
  observed: figureCell,
  expected: figureCell,
  /** A number, or words. */
  footnote: textCell,
  /** Both ends included. */
  period_from: dayParam,
  period_to: dayParam,
  /** Averages of the adjusted scores; null where they are not known. */
  state_average: figureCell,
  nation_average: figureCell,
});
export type CmsMeasureRow = DeepReadonly<z.output<typeof cmsMeasure>>;

const cmsMeasures = z.object({
  /** Two letters. */
  state: textCell,
  /** When CMS made the file of the averages, which names no period. */
  averages_on: dayCell,
  measures: z.array(cmsMeasure),
});
export type CmsMeasures = DeepReadonly<z.output<typeof cmsMeasures>>;

/** GET /api/cms-measures/{facilityId}: what CMS publishes of a facility; 204 where nothing is stored. A host may be without it. */
export const getCmsMeasures = endpoint({
  method: "GET",
  path: "/api/cms-measures/:facilityId",
  params: z.object({ facilityId: idParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.object({ data: cmsMeasures, token: z.string().nullish() }),
});
