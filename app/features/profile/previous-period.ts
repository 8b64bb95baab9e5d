import type { Metrics } from "~/contract/metrics";
import type { OverviewMetrics } from "~/domain/figures/metrics";
import type { DateRange } from "~/domain/filters";

/** The period of the same length that ends the day before the range begins, as far as both can be compared (R496). */
export interface PreviousPeriod {
  range: DateRange;
  /** Null where no facility has data of both. */
  metrics: Metrics | null;
  /** The figures of the range to compare them with; left out: those of the card. */
  now?: OverviewMetrics;
  /** Which facilities are compared, or why none is; left out where all are. */
  note?: string;
}
