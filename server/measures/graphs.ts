import type { Kysely } from "kysely";
import type { Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { readDataReach } from "./data-reach";
import {
  noTotals,
  TOTALS,
  totalsWithout,
  type Total,
  type Totals,
} from "./additive-totals";
import { graphMonths, MONTHS_BEFORE, ROLLING_MONTHS } from "./graph-months";
import { patientsOf, readPeople } from "./people";
import { readFiguresOver } from "./physicians/read-figures";
import { placeTotalsUpTo } from "./place-figures";
import type { Question } from "./question";
import { per1000Days, per1000Months, ratePercent } from "./rates";

type Series = Graphs["short_stays"]["rth_30"];

/** The totals of one month on the screen; null for a month that has not begun. */
type Point = { [mode in keyof Series]: Totals } | null;

/**
 * The five graphs with their denominators, and the counts of the overview card month by month (R109).
 * Places are answered from their totals, physicians from their histories.
 *
 * The month of the range's end is cut there. Months that have not begun, or that no facility's data reach (R246), are null
 * throughout, months without anything
 * to count have zeros, and rates over nothing are null. Null where no month has begun, or all counts of the 29 months
 * that the rolling values cover are 0: the graphs are empty (R87).
 *
 * @param question its range begins with `firstGraphDay(endDate)` and ends with `endDate`, or with today before it
 */
export async function readGraphs(
  db: Kysely<Schema>,
  question: Question,
  endDate: IsoDay,
): Promise<Graphs | null> {
  const reach = await readDataReach(db, question);
  const lastDay = Math.min(question.to, reach?.latest ?? -Infinity);
  const months = graphMonths(endDate);
  const shown = months.slice(MONTHS_BEFORE);
  const begun = shown.filter(({ firstDay }) => firstDay <= lastDay);
  if (begun.length === 0) return null;

  const upTo = await readTotalsUpTo(db, question, [
    question.from - 1,
    ...months.map(({ lastDay }) => Math.min(lastDay, question.to)),
  ]);
  const between = (first: number, last: number) =>
    totalsWithout(upTo[last] ?? noTotals(), upTo[first] ?? noTotals());
  const all = between(0, months.length);
  if (TOTALS.every((total) => all[total] === 0)) return null;

  const people = await readPeople(
    db,
    question,
    begun.map(({ firstDay, lastDay }) => ({
      from: firstDay,
      to: Math.min(lastDay, question.to),
    })),
  );
  const patients = people.map(patientsOf);
  const points = shown.map((_, index): Point => {
    if (index >= begun.length) return null;
    const end = MONTHS_BEFORE + 1 + index;
    return {
      rolling: between(end - ROLLING_MONTHS, end),
      mom: between(end - 1, end),
    };
  });
  return {
    ...ratesOf(points),
    general: {
      patient_count: shown.map((_, index) => patients[index] ?? null),
      days_of_care: countsOf(points, "days_of_care").mom,
      snf_adm: countsOf(points, "snf_adm").mom,
    },
    months: shown.map(({ month }) => month),
    years: shown.map(({ year }) => year),
  };
}

/** Only differences mean anything: a physician's begin with the range. */
async function readTotalsUpTo(
  db: Kysely<Schema>,
  question: Question,
  days: readonly number[],
): Promise<Totals[]> {
  if (question.npi === undefined) return placeTotalsUpTo(db, question, days);
  const { from } = question;
  const ranges = days.map((to) => ({ from, to }));
  const figures = await readFiguresOver(db, question, ranges);
  return figures.map(({ totals }) => totals);
}

function ratesOf(
  points: readonly Point[],
): Pick<Graphs, "short_stays" | "long_stays"> {
  const percent = (count: Total) =>
    seriesOf(points, (all) => ratePercent(all[count], all.ach_adm));
  const perDays = (events: Total) =>
    seriesOf(points, (all) => per1000Days(all[events], all.pd_lt_doc));
  const admissions = countsOf(points, "ach_adm");
  const [first = null, ...later] = admissions.rolling;
  return {
    short_stays: {
      rth_30: percent("rth"),
      ed_30: percent("ed"),
      admission_events: { mom: admissions.mom, rolling: [first, ...later] },
    },
    long_stays: {
      hosp_1000: perDays("h_events"),
      ed_1000: perDays("ed_events"),
      adm_1000: seriesOf(points, (all) =>
        per1000Months(all.adm_events, all.pd_lt_doc),
      ),
      inpatient_events: countsOf(points, "h_events"),
      outpatient_events: countsOf(points, "ed_events"),
      period_doc: countsOf(points, "pd_lt_doc"),
    },
  };
}

function countsOf(points: readonly Point[], total: Total): Series {
  return seriesOf(points, (all) => all[total]);
}

function seriesOf(
  points: readonly Point[],
  read: (totals: Totals) => number | null,
): Series {
  return {
    rolling: points.map((point) => point && read(point.rolling)),
    mom: points.map((point) => point && read(point.mom)),
  };
}
