import type { Kysely } from "kysely";
import type { Metrics } from "~/contract/metrics";
import { epochDayOf, newYorkDay, type EpochDay } from "~/domain/calendar";
import { formatPer1000, formatPercent } from "~/domain/number-format";
import { readMetrics } from "~server/measures/metrics";
import type { Schema } from "~server/store/schema";
import type { ProblemLog } from "./problem-log";
import type { OverviewMetrics } from "~/domain/figures/metrics";
import {
  RATE_MEASURES,
  type RateMeasure,
  type RateParts,
} from "~/domain/figures/rate-measures";
import { IMPORT_LIMITS } from "./limits";

const YEAR_DAYS = 365;

export function companyYear(
  db: Kysely<Schema>,
  to: EpochDay,
): Promise<Metrics | null> {
  const from = to - YEAR_DAYS + 1;
  return readMetrics(db, { facilityIds: "all", isnp: false, from, to });
}

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

export interface MovedRate {
  measure: RateMeasure;
  before: RateParts;
  after: RateParts;
}

/**
 * The rates that an import moves by more than a quarter (R240). Few events move a rate by chance, so at least ten must
 * make the difference. The first import moves no rate.
 */
export function movedRates(
  before: OverviewMetrics | null,
  after: OverviewMetrics | null,
): MovedRate[] {
  if (!before) return [];
  return RATE_MEASURES.map((measure) => ({
    measure,
    before: measure.read(before),
    after: after
      ? measure.read(after)
      : { events: 0, denominator: 0, rate: null },
  })).filter(hasMoved);
}

function hasMoved({ before, after }: MovedRate): boolean {
  const { share, events } = IMPORT_LIMITS.figures;
  const [was, wasOver] = [before.events ?? 0, before.denominator ?? 0];
  const [is, isOver] = [after.events ?? 0, after.denominator ?? 0];
  if (wasOver === 0) return false;
  if (isOver === 0) return was >= events;
  // The rates times both denominators: whole numbers, so that a quarter is a quarter.
  const moved = Math.abs(is * wasOver - was * isOver);
  // Compare with both denominators: it may have changed with the events, or alone.
  const eventsMoved = moved / Math.min(wasOver, isOver);
  return moved > was * isOver * share && eventsMoved >= events;
}
