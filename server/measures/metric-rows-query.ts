import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { RowTag } from "~/domain/figures/figure-tags";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { REVIEW_ID } from "./transfers/review-of-transfer";
import {
  daysInRange,
  happenedIn,
  hasDay,
  hasLongStayDay,
  IS_ED_VISIT,
  IS_HOSPITALIZATION,
  IS_UNPLANNED_ADMISSION,
  longStayDaysInRange,
  STAYS,
  staysOf,
  TRANSFERS,
  type Question,
} from "./question";

import { isTransferOf, TRANSFERS_OF_STAYS } from "./transfers/which-transfers";

type Sql = RawBuilder<unknown>;
type Condition = RawBuilder<SqlBool>;

/** How the rows of a figure are found in one facility. */
export interface RowSource {
  /** The tables to read; they name `stays`, `facilities`, `patients`, and `event` where the rows have one. */
  tables: Sql;
  /** Which rows are behind the figure, in any facility. */
  where: Condition;
  /** Column of the facility that a row is listed under. */
  facility: Sql;
  /** Day by which rows are ordered within a facility; `id` orders those of one day. */
  day: Sql;
  id: Sql;
  days: Sql;
  hasEvent: boolean;
  /** Further columns of its rows. */
  also?: Sql;
}

/**
 * The rows behind a figure. They have the conditions of the figure (`question.ts`, `facility-totals.ts`), so their
 * number, or the sum of their days, is the figure.
 */
export const ROW_SOURCES: Record<RowTag, (question: Question) => RowSource> = {
  patient_count: newestStays,
  days_of_care: (question) => ({
    ...stays(question, hasDay(question)),
    days: daysInRange(question),
  }),
  pd_lt_doc: (question) => ({
    ...stays(question, hasLongStayDay(question)),
    days: longStayDaysInRange(question),
  }),
  snf_adm: (question) => stays(question, wasAdmittedIn(question)),
  ach_adm: (question) => stays(question, cameFromHospitalIn(question)),
  rth: (question) => returns(question, sql`stays.rth = 1`, IS_HOSPITALIZATION),
  ed: (question) => returns(question, sql`stays.ed = 1`, IS_ED_VISIT),
  h_1000: (question) => longStayEvents(question, IS_HOSPITALIZATION),
  ed_1000: (question) => longStayEvents(question, IS_ED_VISIT),
  adm_1000: (question) => longStayEvents(question, IS_UNPLANNED_ADMISSION),
  transfers: (question) => ({
    tables: sql`${TRANSFERS_OF_STAYS} join patients on patients.id = transfers.patient_id
        join transfers as event on event.id = transfers.id
        left join reviews on reviews.id = ${REVIEW_ID}`,
    also: sql`, reviews.state as review_state, reviews.avoidable, reviews.causes`,
    where: isTransferOf(question),
    facility: sql`transfers.facility_id`,
    day: sql`transfers.transferred_on`,
    id: sql`transfers.id`,
    days: sql`null`,
    hasEvent: true,
  }),
};

const STAYS_AND_PATIENTS = sql`${STAYS} join patients on patients.id = stays.patient_id`;

function stays(question: Question, condition: Condition): RowSource {
  return {
    tables: STAYS_AND_PATIENTS,
    where: sql`${staysOf(question)} and ${condition}`,
    facility: sql`stays.facility_id`,
    day: sql`stays.admitted_on`,
    id: sql`stays.id`,
    days: sql`null`,
    hasEvent: false,
  };
}

function wasAdmittedIn({ from, to }: Question): Condition {
  return sql`stays.admitted_on between ${from} and ${to}
    and stays.admitted_on <= facilities.data_through`;
}

function cameFromHospitalIn(question: Question): Condition {
  return sql`${wasAdmittedIn(question)} and stays.admitted_from = 'hospital'`;
}

/** A row for each patient: the newest stay that counts, wherever it is. The inner queries read all stays. */
function newestStays(question: Question): RowSource {
  const theirs = sql`from ${STAYS} where stays.patient_id = patients.id
    and ${staysOf(question)} and ${hasDay(question)}`;
  return {
    ...stays(question, hasDay(question)),
    where: sql`${hasDay(question)} and stays.id = (
      select stays.id ${theirs}
      order by stays.admitted_on desc, stays.id desc limit 1)`,
    days: sql`(select sum(${daysInRange(question)}) ${theirs})`,
  };
}

/** The 30 days after the admission are over (R79). */
const IS_SETTLED = sql`stays.admitted_on + ${sql.lit(RETURN_WINDOW_DAYS)} <= facilities.data_through`;

/** Settled admissions that count, each with the first event after it, from any facility. */
function returns(
  question: Question,
  isCounted: Condition,
  kind: Condition,
): RowSource {
  const source = stays(
    question,
    sql`${cameFromHospitalIn(question)} and ${IS_SETTLED} and ${isCounted}`,
  );
  return {
    ...source,
    tables: sql`${STAYS_AND_PATIENTS} left join transfers as event on event.id = (
      select transfers.id from ${TRANSFERS}
      where transfers.patient_id = patients.id and ${kind}
        and (transfers.stay_id = stays.id or transfers.transferred_on > stays.admitted_on)
        and transfers.transferred_on between stays.admitted_on
          and stays.admitted_on + ${RETURN_WINDOW_DAYS}
        and transfers.transferred_on <= facilities.data_through
      order by transfers.transferred_on, transfers.id limit 1)`,
    hasEvent: true,
  };
}

/** Events of long-stay residents; each belongs to a stay in the facility where it happened. */
function longStayEvents(question: Question, kind: Condition): RowSource {
  return {
    tables: sql`${TRANSFERS} join stays on stays.id = transfers.stay_id
      join patients on patients.id = stays.patient_id
      join transfers as event on event.id = transfers.id`,
    where: sql`${staysOf(question)} and ${happenedIn(question)}
      and transfers.long_stay = 1 and ${kind}`,
    facility: sql`transfers.facility_id`,
    day: sql`transfers.transferred_on`,
    id: sql`transfers.id`,
    days: sql`null`,
    hasEvent: true,
  };
}
