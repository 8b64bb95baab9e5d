import { z } from "zod";
import { figureCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { effective, idParam, levelParam } from "./wire";

export const qualityMeasure = z.object({
  metric: figureCell,
  /** Points, 15 to 150. */
  score: figureCell,
  events: figureCell,
  /** Fewest events less that raise the score; 0 where there is nothing to gain. */
  events_up: figureCell,
  /** Fewest events more that lower it. */
  events_down: figureCell,
  /** Fewest events less that reach 150. */
  events_perfect: figureCell,
});

export const quality = z.object({
  rth: qualityMeasure,
  ed: qualityMeasure,
  h_1000: qualityMeasure,
  ed_1000: qualityMeasure,
  ach_adm: figureCell,
  /** Settled admissions, the denominator of `rth` and `ed` (R79); a host may leave it out. */
  settled_adm: figureCell.optional(),
  ls_days: figureCell,
});
export type Quality = DeepReadonly<z.output<typeof quality>>;

export const getQuality = endpoint({
  path: "/api/qmcalculator/:level/:id/",
  params: z.object({ level: levelParam, id: idParam }),
  query: z.object({ facility_id: idParam.optional() }),
  answer: effective(quality),
});
