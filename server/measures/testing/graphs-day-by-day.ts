import type { Graphs } from "~/contract/graphs";
import { isoDayOf, type EpochDay } from "~/domain/calendar";
import type { Totals } from "../additive-totals";
import type { Question } from "../question";
import type { Census } from "./census";
import { figuresDayByDay, latestReach, nothing } from "./day-by-day";

type Total = keyof Totals;
type Mode = "rolling" | "mom";

const MS_PER_DAY = 86_400_000;

type Month = {
  firstOfMonth: Date;
  mom: Totals;
  rolling: Totals;
  patients: number;
} | null;

/**
 * The graphs (R109, R110) by slow calculation: 18 months, each alone and as the sum of the twelve that end with it.
 * Shares no code with the tested measures.
 */
export function graphsDayByDay(
  census: Census,
  whose: Omit<Question, "from" | "to">,
  endDate: EpochDay,
  today: EpochDay,
): Graphs | null {
  const end = new Date(endDate * MS_PER_DAY);
  const reach = latestReach(census, whose) ?? -Infinity;
  const to = Math.min(endDate, today, reach);
  const monthsBack = (back: number) =>
    new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - back, 1));
  const figuresOf = (back: number) =>
    figuresDayByDay(census, {
      ...whose,
      from: dayOf(monthsBack(back)),
      to: Math.min(dayOf(monthsBack(back - 1)) - 1, endDate, today),
    });

  const figures = Array.from({ length: 29 }, (_, back) => figuresOf(back));
  const months = Array.from({ length: 18 }, (_, index): Month => {
    const back = 17 - index;
    const firstOfMonth = monthsBack(back);
    const own = figures[back];
    if (!own || dayOf(firstOfMonth) > to) return null;
    const year = figures.slice(back, back + 12).map(({ totals }) => totals);
    return {
      firstOfMonth,
      mom: own.totals,
      rolling: addUp(year),
      patients: own.patients.size,
    };
  });

  const all = addUp(figures.map(({ totals }) => totals));
  const isNothing = Object.values(all).every((count) => count === 0);
  if (isNothing || months.every((month) => month === null)) return null;

  const series = (read: (totals: Totals) => number | null) => {
    const line = (mode: Mode) =>
      months.map((month) => month && read(month[mode]));
    return { rolling: line("rolling"), mom: line("mom") };
  };
  const counted = (total: Total) => series((totals) => totals[total]);
  const rated = (events: Total, over: Total, times: number) =>
    series((totals) =>
      totals[over] === 0 ? null : (totals[events] * times) / totals[over],
    );
  return {
    short_stays: {
      rth_30: rated("rth", "settled_adm", 100),
      ed_30: rated("ed", "settled_adm", 100),
      admission_events: counted("settled_adm"),
    },
    long_stays: {
      hosp_1000: rated("h_events", "pd_lt_doc", 1000),
      ed_1000: rated("ed_events", "pd_lt_doc", 1000),
      // A month is 365.25 / 12 days.
      adm_1000: rated("adm_events", "pd_lt_doc", 1000 * 30.4375),
      inpatient_events: counted("h_events"),
      outpatient_events: counted("ed_events"),
      period_doc: counted("pd_lt_doc"),
    },
    general: {
      patient_count: months.map((month) => month && month.patients),
      days_of_care: counted("days_of_care").mom,
      snf_adm: counted("snf_adm").mom,
      ach_adm: counted("ach_adm").mom,
    },
    months: Array.from({ length: 18 }, (_, index) =>
      Number(isoDayOf(dayOf(monthsBack(17 - index))).slice(5, 7)),
    ),
    years: Array.from({ length: 18 }, (_, index) =>
      Number(isoDayOf(dayOf(monthsBack(17 - index))).slice(0, 4)),
    ),
  };
}

function dayOf(date: Date): EpochDay {
  return date.getTime() / MS_PER_DAY;
}

function addUp(all: readonly Totals[]): Totals {
  const sum = nothing();
  for (const one of all) {
    for (const total of Object.keys(sum) as Total[]) sum[total] += one[total];
  }
  return sum;
}
