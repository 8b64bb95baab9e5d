import type { Kysely } from "kysely";
import type { Metrics } from "~/contract/metrics";
import { epochDayOf, newYorkDay, type EpochDay } from "~/domain/calendar";
import { formatPer1000, formatPercent } from "~/domain/number-format";
import {
  movedRates,
  type MovedRate,
} from "~/features/imports/rules/moved-rates";
import { readMetrics } from "~server/measures/metrics";
import type { Schema } from "~server/store/schema";
import type { ProblemLog } from "./problem-log";

const YEAR_DAYS = 365;

/** The company's figures over the year that ends on a day; null where nothing is counted. */
export function companyYear(
  db: Kysely<Schema>,
  to: EpochDay,
): Promise<Metrics | null> {
  const from = to - YEAR_DAYS + 1;
  return readMetrics(db, { facilityIds: "all", isnp: false, from, to });
}

/** The last year before an import, as the portal shows it; null before the first import. */
export async function companyYearBefore(
  db: Kysely<Schema>,
  importedAt: string | null,
): Promise<Metrics | null> {
  return importedAt === null
    ? null
    : companyYear(db, epochDayOf(newYorkDay(new Date(importedAt))));
}

function wordsOf({ measure, before, after }: MovedRate): string {
  const text = ({ rate }: MovedRate["before"]) =>
    measure.unit === "percent" ? formatPercent(rate) : formatPer1000(rate);
  return `${measure.title} of the company over the last year moves by more than a quarter, from ${text(before)} to ${text(after)}`;
}

/** Warns of rates of the company that an import moves by more than a quarter (R240). */
export function checkFigures(
  before: Metrics | null,
  after: Metrics | null,
  warnings: ProblemLog,
): void {
  for (const moved of movedRates(before, after)) {
    warnings.addUnlisted(
      { file: "transfers.csv", column: "row", message: wordsOf(moved) },
      1,
    );
  }
}
