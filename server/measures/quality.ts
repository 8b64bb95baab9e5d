import type { Kysely } from "kysely";
import type { Quality } from "~/contract/qmcalculator";
import { qualityOf } from "~/domain/quality/quality-score";
import type { Schema } from "~server/store/schema";
import { TOTALS } from "./facility-totals";
import { readTotals } from "./metrics";
import type { Question } from "./question";

/**
 * The quality score of a question's stays (R122). Null where all counts are 0: the score is empty
 * (R87). A measure over no denominator has no score.
 */
export async function readQuality(
  db: Kysely<Schema>,
  question: Question,
): Promise<Quality | null> {
  const totals = await readTotals(db, question);
  if (TOTALS.every((total) => totals[total] === 0)) return null;
  return qualityOf({
    rth: totals.rth,
    ed: totals.ed,
    h_1000: totals.h_events,
    ed_1000: totals.ed_events,
    ach_adm: totals.ach_adm,
    ls_days: totals.pd_lt_doc,
  });
}
