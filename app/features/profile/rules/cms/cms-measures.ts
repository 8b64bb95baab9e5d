import type { RateTag } from "~/domain/graphs/rate-graphs";

/** The measures that CMS makes of Medicare claims (R385). */
const CMS_MEASURE_CODES = [521, 522, 551, 552] as const;
export type CmsMeasureCode = (typeof CMS_MEASURE_CODES)[number];

export interface CmsMeasure {
  code: CmsMeasureCode;
  beside: RateTag;
  most: number;
}

export const CMS_MEASURES: readonly CmsMeasure[] = [
  { code: 521, beside: "rth", most: 100 },
  { code: 522, beside: "ed", most: 100 },
  { code: 551, beside: "h_1000", most: 1000 },
  { code: 552, beside: "ed_1000", most: 1000 },
];

export function findCmsMeasure(code: string): CmsMeasure | null {
  return CMS_MEASURES.find((one) => String(one.code) === code) ?? null;
}

/** How the row of the nation is called in CMS's file of averages; those of states have two letters. */
export const NATION = "NATION";
