import type { Kysely } from "kysely";
import type { Frailty } from "~/contract/frailty";
import type { Metrics } from "~/contract/metrics";
import type { Quality } from "~/contract/qmcalculator";
import { epochDayOf, isoDayOf, type IsoDay } from "~/domain/calendar";
import { defaultRange } from "~/domain/filters";
import { withCmsFile } from "~/features/profile/rules/cms/cms-file";
import { qualityOf } from "~/features/profile/rules/quality/quality-score";
import { STAR_COLUMNS } from "~server/store/cms-tables";
import type { Schema } from "~server/store/schema";
import { isAllZero, noTotals, type Totals, RATES } from "./additive-totals";
import { lastSettledDay, type DataReach } from "./data-reach";
import { readPeriodBefore, type ComparedRange } from "./period-before";
import type { Question } from "./question";
import {
  openFigures,
  patientsOf,
  type DayRange,
  type StayFigures,
  type PeopleByBand,
} from "./stay-figures";

/**
 * Patients with a day in the range by the band of their newest score (R106); patients without a score are in no band.
 * Null if no patient has a day in the range.
 */
export function frailtyOf(people: PeopleByBand): Frailty | null {
  if (patientsOf(people) === 0) return null;
  const { high, medium, low } = people;
  return { high, medium, low };
}

export async function readMetrics(
  db: Kysely<Schema>,
  question: Question,
): Promise<Metrics | null> {
  return readMetricsOf(await openFigures(db, question), question);
}

/** Figures R76 to R83 without stars; null if all counts are 0 (R87). */
export async function readMetricsOf(
  figures: StayFigures,
  range: DayRange,
): Promise<Metrics | null> {
  const found = await figures.over({ totals: [range], people: [range] });
  const [totals = noTotals()] = found.totals;
  if (isAllZero(totals)) return null;
  const [people] = found.people;
  const metrics = metricsOf({
    totals,
    patients: people ? patientsOf(people) : 0,
  });
  const settled_through = settledThrough(range, figures.reach);
  return {
    ...metrics,
    short_stays: { ...metrics.short_stays, settled_through },
  };
}

/**
 * Figures of the preceding period, for facilities whose data cover both, and the range compared with it (R496). Null if
 * all counts are 0 and no facility is left out.
 */
export async function readComparison(
  db: Kysely<Schema>,
  question: Question,
  figures: StayFigures,
): Promise<Metrics | null> {
  const found = await readPeriodBefore(db, question, figures);
  if (!found || (!found.counted && isAllZero(found.before.totals))) return null;
  const { period, before, now, counted, dataFrom } = found;
  return {
    ...metricsOf(before),
    comparison: {
      start_date: isoDayOf(period.from),
      end_date: isoDayOf(period.to),
      ...(now && { now: metricsOf(now) }),
      ...(counted && {
        ...counted,
        data_from: dataFrom === null ? null : isoDayOf(dataFrom),
      }),
      ...(found.hasFewerDays && { fewer_days: true }),
    },
  };
}

function metricsOf({ totals, patients }: ComparedRange) {
  const counted = (tag: keyof typeof RATES) => ({
    count: totals[RATES[tag].count],
    rate: RATES[tag].of(totals),
  });
  return {
    patient_count: patients,
    days_of_care: totals.days_of_care,
    snf_adm: totals.snf_adm,
    short_stays: {
      rth: counted("rth"),
      ed: counted("ed"),
      ach_adm: totals.ach_adm,
      settled_adm: totals.settled_adm,
    },
    long_stays: {
      h_1000: counted("h_1000"),
      ed_1000: counted("ed_1000"),
      adm_1000: counted("adm_1000"),
      pd_lt_doc: totals.pd_lt_doc,
    },
  };
}

function settledThrough(
  { from, to }: DayRange,
  reach: DataReach | null,
): IsoDay | null {
  if (!reach || reach.earliest === null) return null;
  const last = Math.min(to, lastSettledDay(reach.earliest));
  return last < from ? null : isoDayOf(last);
}

/** CMS stars of a facility, 1 to 5 or null, and their file; null for an unknown facility. */
export async function readStars(
  db: Kysely<Schema>,
  facilityId: number,
): Promise<Metrics["cms_rating"]> {
  const stars = await db
    .selectFrom("facilities")
    .select(STAR_COLUMNS)
    .where("id", "=", facilityId)
    .executeTakeFirst();
  return stars ? withCmsFile(stars) : null;
}

/**
 * The quality score over the default range, up to the data cut-off (R122, R125). Null if all counts are 0 (R87). A
 * measure without a denominator has no score.
 *
 * @param today the day at the place
 */
export async function readQuality(
  figures: StayFigures,
  today: IsoDay,
): Promise<Quality | null> {
  const { startDate, endDate } = defaultRange(today);
  const year = { from: epochDayOf(startDate), to: epochDayOf(endDate) };
  const found = await figures.over({ totals: [year] });
  const [totals = noTotals()] = found.totals;
  return qualityOfTotals(totals);
}

export function qualityOfTotals(totals: Totals): Quality | null {
  if (isAllZero(totals)) return null;
  return qualityOf({
    rth: totals.rth,
    ed: totals.ed,
    h_1000: totals.h_events,
    ed_1000: totals.ed_events,
    ach_adm: totals.ach_adm,
    settled_adm: totals.settled_adm,
    ls_days: totals.pd_lt_doc,
  });
}
