import { epochDayOf, type IsoDay } from "~/domain/calendar";
import {
  PATIENTS,
  PHYSICIANS,
  type MockPatient,
  type YearFigures,
} from "./organization.data";
import type { Scope } from "./scope";

export interface Question {
  scope: Scope;
  startDate: IsoDay;
  endDate: IsoDay;
  isnp: boolean;
}

const FIELDS = [
  "patients",
  "days",
  "admissions",
  "fromHospital",
  "rth",
  "ed",
  "longStayDays",
  "hospitalizations",
  "longStayEd",
  "inpatient",
] as const satisfies readonly (keyof YearFigures)[];

const ISNP_SHARE = 0.3;
const DAYS_PER_YEAR = 365;
const DAYS_PER_MONTH = 365.25 / 12;

/** Days of a range, both ends included; none before the data begin. */
function daysIn(startDate: IsoDay, endDate: IsoDay): number {
  return Math.max(0, epochDayOf(endDate) - epochDayOf(startDate) + 1);
}

/** The counts of a question: the year's counts of its facilities, by the length of the range and its shares. */
export function countsOf(question: Question): YearFigures {
  const { scope, isnp } = question;
  const years = daysIn(question.startDate, question.endDate) / DAYS_PER_YEAR;
  const counts = Object.fromEntries(
    FIELDS.map((field) => [field, 0]),
  ) as Record<keyof YearFigures, number>;
  for (const facility of scope.facilities) {
    const physicians = PHYSICIANS.filter((one) =>
      one.facilityIds.includes(facility.id),
    ).length;
    const share =
      (scope.npi === undefined ? 1 : 1 / (physicians + 1)) *
      (isnp ? ISNP_SHARE : 1);
    for (const field of FIELDS) {
      counts[field] += Math.round(facility.year[field] * share * years);
    }
  }
  return counts;
}

export function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(100, (part / whole) * 100) : null;
}

export function per1000(events: number, days: number): number | null {
  return days > 0 ? (events / days) * 1000 : null;
}

/** Events per 1,000 patient months. */
export function per1000Months(events: number, days: number): number | null {
  return per1000(events, days / DAYS_PER_MONTH);
}

/** Patients of a question with a day in its range. */
export function patientsOf({ scope, isnp }: Question): MockPatient[] {
  return PATIENTS.filter(
    (patient) =>
      scope.facilities.some(({ id }) => id === patient.facilityId) &&
      (scope.npi === undefined || patient.npi === scope.npi) &&
      (!isnp || patient.isnp),
  );
}
