import type { EpochDay } from "~/domain/calendar";
import type {
  CumulativeSpanTable,
  CumulativeTable,
  StayTable,
  TransferTable,
} from "~server/store/schema";
import {
  isEdVisit,
  isHospitalization,
  isUnplannedAdmission,
} from "./transfer-kinds";

/** The additive figures: over a range, and over facilities, they are sums (R88). */
export const TOTALS = [
  "days_of_care",
  "snf_adm",
  "ach_adm",
  "rth",
  "ed",
  "pd_lt_doc",
  "h_events",
  "ed_events",
  "adm_events",
] as const satisfies readonly (keyof CumulativeTable)[];

/** Name of an additive figure. */
export type Total = (typeof TOTALS)[number];

/** One count for each additive figure; days for `days_of_care` and `pd_lt_doc`. */
export type Totals = Record<Total, number>;

/** Totals of nothing. */
export function noTotals(): Totals {
  return Object.fromEntries(TOTALS.map((total) => [total, 0])) as Totals;
}

/** A stay with what was derived for it. */
export type CountedStay = Pick<
  StayTable,
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
  | "isnp"
  | "long_stay_from"
  | "rth"
  | "ed"
>;

/** A transfer of a long-stay resident; `isnp` is that of its stay. */
export type LongStayEvent = Pick<
  TransferTable,
  "transferred_on" | "outcome" | "planned"
> &
  Pick<StayTable, "isnp">;

/**
 * The span of a facility's cumulative rows. It ends on a day after which nothing happens any more: all admissions,
 * discharges and events lie before it, and all open stays are long-stay. The days after it follow from the number of
 * open stays alone. Null for a facility without stays.
 */
export function spanOf(
  stays: readonly CountedStay[],
  events: readonly LongStayEvent[],
  today: EpochDay,
): Omit<CumulativeSpanTable, "facility_id"> | null {
  if (stays.length === 0) return null;
  let first = Infinity;
  let last = today;
  let open = 0;
  let openIsnp = 0;
  for (const stay of stays) {
    first = Math.min(first, stay.admitted_on);
    last = Math.max(last, stay.discharged_on ?? stay.long_stay_from);
    if (stay.discharged_on === null) {
      open += 1;
      openIsnp += stay.isnp;
    }
  }
  for (const event of events) last = Math.max(last, event.transferred_on);
  return {
    first_day: first,
    last_day: last,
    open_stays: open,
    open_isnp_stays: openIsnp,
  };
}

/**
 * The running totals of the given stays and events for each day from `first` to `last`, both included. An open stay
 * lasts through `last`. A 30-day event counts on the admission day, so that it stays additive.
 */
export function runningTotals(
  stays: readonly CountedStay[],
  events: readonly LongStayEvent[],
  first: EpochDay,
  last: EpochDay,
): Record<Total, Float64Array> {
  const days = last - first + 1;
  const totals = Object.fromEntries(
    TOTALS.map((total) => [total, new Float64Array(days)]),
  ) as Record<Total, Float64Array>;
  const add = (total: Total, day: EpochDay, amount = 1) => {
    const column = totals[total];
    const index = day - first;
    column[index] = (column[index] ?? 0) + amount;
  };
  const addDays = (total: Total, from: EpochDay, end: EpochDay | null) => {
    if (end !== null && end <= from) return;
    add(total, from);
    if (end !== null && end <= last) add(total, end, -1);
  };

  for (const stay of stays) {
    addDays("days_of_care", stay.admitted_on, stay.discharged_on);
    addDays("pd_lt_doc", stay.long_stay_from, stay.discharged_on);
    add("snf_adm", stay.admitted_on);
    if (stay.admitted_from === "hospital") add("ach_adm", stay.admitted_on);
    add("rth", stay.admitted_on, stay.rth);
    add("ed", stay.admitted_on, stay.ed);
  }
  // So far these two hold how many residents more there are than the day before.
  accumulate(totals.days_of_care);
  accumulate(totals.pd_lt_doc);

  for (const event of events) {
    if (isHospitalization(event)) add("h_events", event.transferred_on);
    if (isEdVisit(event)) add("ed_events", event.transferred_on);
    if (isUnplannedAdmission(event)) add("adm_events", event.transferred_on);
  }
  for (const total of TOTALS) accumulate(totals[total]);
  return totals;
}

function accumulate(column: Float64Array): void {
  let sum = 0;
  for (let index = 0; index < column.length; index += 1) {
    sum += column[index] ?? 0;
    column[index] = sum;
  }
}
