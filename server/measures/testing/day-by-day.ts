import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Totals } from "../additive-totals";
import type { Question } from "../question";
import type { Census, PlainStay, PlainTransfer } from "./census";

/**
 * The measures (R68 to R84) by slow calculation, one day at a time, from the census alone. Shares no code with the
 * tested measures.
 */

type Patient = number;

export interface DayByDayFigures {
  totals: Totals;
  patients: Set<Patient>;
  shortStayPatients: Set<Patient>;
  longStayPatients: Set<Patient>;
  /** Physicians with a stay in the range, and 0 where one has none. */
  physicians: Set<number>;
}

export function nothing(): Totals {
  return {
    days_of_care: 0,
    snf_adm: 0,
    ach_adm: 0,
    settled_adm: 0,
    rth: 0,
    ed: 0,
    pd_lt_doc: 0,
    h_events: 0,
    ed_events: 0,
    adm_events: 0,
  };
}

export function figuresDayByDay(
  census: Census,
  question: Question,
): DayByDayFigures {
  const { from, to } = question;
  const stays = census.stays.filter((stay) => counts(stay, question));
  const transfers = knownOnce(census);
  const figures: DayByDayFigures = {
    totals: nothing(),
    patients: new Set(),
    shortStayPatients: new Set(),
    longStayPatients: new Set(),
    physicians: new Set(),
  };
  const { totals } = figures;

  for (let day = from; day <= to; day += 1) {
    for (const stay of stays) {
      if (!isReached(census, stay.facility_id, day)) continue;
      if (covers(census, stay, day)) {
        totals.days_of_care += 1;
        figures.patients.add(stay.patient_id);
        figures.physicians.add(stay.npi ?? NO_PHYSICIAN_ID);
        if (isLongStay(census, stay, day)) {
          totals.pd_lt_doc += 1;
          figures.longStayPatients.add(stay.patient_id);
        } else {
          figures.shortStayPatients.add(stay.patient_id);
        }
      }
      if (stay.admitted_on === day) {
        figures.physicians.add(stay.npi ?? NO_PHYSICIAN_ID);
        totals.snf_adm += 1;
        if (stay.admitted_from !== "hospital") continue;
        totals.ach_adm += 1;
        if (!isSettled(census, stay)) continue;
        totals.settled_adm += 1;
        const returns = (isEvent: (transfer: PlainTransfer) => boolean) =>
          returnsWithin30Days(census, transfers, stay, isEvent);
        if (returns(isHospitalization)) totals.rth += 1;
        if (returns(isEdVisit)) totals.ed += 1;
      }
    }
    for (const transfer of transfers) {
      if (transfer.transferred_on !== day) continue;
      const stay = stayOf(census, transfer);
      if (!stay || !counts(stay, question)) continue;
      if (!isLongStay(census, stay, day)) continue;
      if (isHospitalization(transfer)) totals.h_events += 1;
      if (isEdVisit(transfer)) totals.ed_events += 1;
      if (transfer.outcome === "inpatient" && transfer.planned === 0) {
        totals.adm_events += 1;
      }
    }
  }
  return figures;
}

export function latestReach(
  census: Census,
  whose: Omit<Question, "from" | "to">,
): number | null {
  const reaches = reachesOf(census, whose).filter(
    (reach) => reach !== undefined,
  );
  return reaches.length === 0 ? null : Math.max(...reaches);
}

/**
 * "the earliest reach among the facilities with stays, minus 30 days, at most the range's end; null before its start"; null
 * too where one of them has no reach.
 */
export function settledThrough(
  census: Census,
  question: Question,
): number | null {
  const reaches = reachesOf(census, question);
  let last = question.to;
  for (const reach of reaches) last = Math.min(last, (reach ?? -Infinity) - 30);
  return reaches.length === 0 || last < question.from ? null : last;
}

function reachesOf(
  census: Census,
  whose: Omit<Question, "from" | "to">,
): (number | undefined)[] {
  const isnp = whose.npi === undefined ? false : whose.isnp;
  return census.stays
    .filter((stay) => counts(stay, { ...whose, isnp }))
    .map((stay) => census.reach[stay.facility_id]);
}

/** "days after the reach count nothing anywhere" */
function isReached(census: Census, facilityId: number, day: number): boolean {
  const reach = census.reach[facilityId];
  return reach !== undefined && day <= reach;
}

/** "An admission from hospital on day d is settled when d + 30 <= reach" */
function isSettled(census: Census, stay: PlainStay): boolean {
  const reach = census.reach[stay.facility_id];
  return reach !== undefined && stay.admitted_on + 30 <= reach;
}

/** Transfers up to the cut-off of their facilities, each once. */
export function knownOnce(census: Census): PlainTransfer[] {
  const once: PlainTransfer[] = [];
  let left = census.transfers.filter(({ facility_id, transferred_on }) =>
    isReached(census, facility_id, transferred_on),
  );
  for (let [first] = left; first; [first] = left) {
    const sameDay = left.filter((other) => areOfOneDay(census, first, other));
    left = left.filter((other) => !sameDay.includes(other));
    once.push(...tripsOfDay(sameDay));
  }
  return once;
}

/** "Same resident, facility and day", and no return with a time between them, after which a transfer belongs to another stay. */
function areOfOneDay(
  census: Census,
  one: PlainTransfer,
  other: PlainTransfer,
): boolean {
  return (
    other.patient_id === one.patient_id &&
    other.facility_id === one.facility_id &&
    other.transferred_on === one.transferred_on &&
    stayOf(census, other) === stayOf(census, one)
  );
}

/**
 * "Two known times of day show two trips, of equal outcome too." A row without a time joins the last trip of its
 * outcome, else the day's last trip. "The weightier outcome counts"; "unplanned if one says so".
 */
function tripsOfDay(rows: readonly PlainTransfer[]): PlainTransfer[] {
  const times = rows.flatMap(({ minute_of_day }) => minute_of_day ?? []);
  const lastOf = (some: readonly number[]) =>
    some.length === 0 ? null : Math.max(...some);
  const timeOf = ({ minute_of_day, outcome }: PlainTransfer) =>
    minute_of_day ??
    lastOf(
      rows
        .filter((row) => row.outcome === outcome)
        .flatMap((row) => row.minute_of_day ?? []),
    ) ??
    lastOf(times);
  return [...new Set(rows.map(timeOf))].flatMap((time) => {
    const trip = rows.filter((row) => timeOf(row) === time);
    const counts = (["inpatient", "observation", "ed_only"] as const)
      .map((outcome) => trip.find((row) => row.outcome === outcome))
      .find((row) => row !== undefined);
    const planned = trip.some((row) => row.planned === 0) ? 0 : 1;
    return counts ? [{ ...counts, minute_of_day: time, planned }] : [];
  });
}

/** "ISNP keeps the stays flagged isnp; facility_id keeps that facility's stays; …" */
function counts(
  stay: PlainStay,
  question: Omit<Question, "from" | "to">,
): boolean {
  const { facilityIds, npi, isnp } = question;
  return (
    (facilityIds === "all" || facilityIds.includes(stay.facility_id)) &&
    (npi === undefined || stay.npi === npi) &&
    (!isnp || stay.isnp === 1)
  );
}

/** "A stay that begins and ends on the same day covers that day, unless another stay of the resident in that facility holds it." */
function covers(census: Census, stay: PlainStay, day: number): boolean {
  if (holds(stay, day)) return true;
  if (stay.admitted_on !== day || stay.discharged_on !== day) return false;
  const there = census.stays.filter(
    ({ patient_id, facility_id }) =>
      patient_id === stay.patient_id && facility_id === stay.facility_id,
  );
  // "Of two one-day stays on one day, the first has it."
  const [first] = there
    .filter((one) => one.admitted_on === day && one.discharged_on === day)
    .sort(oldestFirst);
  return first === stay && !there.some((one) => holds(one, day));
}

/** Orders by day, then by time if known, then by id. */
function oldestFirst(one: PlainStay, other: PlainStay): number {
  const timeOf = (stay: PlainStay) => stay.admitted_minute ?? -1;
  return (
    one.admitted_on - other.admitted_on ||
    timeOf(one) - timeOf(other) ||
    one.id - other.id
  );
}

/** "A stay covers its admission day up to, not including, its discharge day." */
function holds(stay: PlainStay, day: number): boolean {
  return (
    stay.admitted_on <= day &&
    (stay.discharged_on === null || day < stay.discharged_on)
  );
}

/** "days of a resident in a facility after the 100th cumulative day there (day 101 on)" */
function isLongStay(census: Census, stay: PlainStay, day: number): boolean {
  const sameCount = staysOfSameCount(census, stay);
  const first = Math.min(...sameCount.map((other) => other.admitted_on));
  let daysBefore = 0;
  for (let before = first; before < day; before += 1) {
    if (sameCount.some((other) => covers(census, other, before))) {
      daysBefore += 1;
    }
  }
  return daysBefore >= 100;
}

/** "a gap of 30 days or more between stays in that facility starts the count again" */
function staysOfSameCount(census: Census, stay: PlainStay): PlainStay[] {
  const there = census.stays
    .filter((other) => other.patient_id === stay.patient_id)
    .filter((other) => other.facility_id === stay.facility_id)
    .sort((a, b) => a.admitted_on - b.admitted_on || a.id - b.id);
  let sameCount: PlainStay[] = [];
  for (const other of there) {
    const lastDischarge = Math.max(
      ...sameCount.map((one) => one.discharged_on ?? Infinity),
    );
    if (other.admitted_on - lastDischarge >= 30) {
      if (sameCount.includes(stay)) break;
      sameCount = [];
    }
    sameCount.push(other);
  }
  return sameCount;
}

/**
 * "A transfer on the day on which an earlier stay of the resident ended belongs to the earlier stay, unless times of
 * day tell otherwise (the transfer's time is not before the admission's). Of several stays that ended that day, the
 * oldest." Else the newest stay that includes the day.
 */
function stayOf(
  census: Census,
  transfer: PlainTransfer,
): PlainStay | undefined {
  const { transferred_on: day, minute_of_day: left = null } = transfer;
  const there = census.stays
    .filter((stay) => stay.patient_id === transfer.patient_id)
    .filter((stay) => stay.facility_id === transfer.facility_id)
    .sort(oldestFirst);
  const ended = there.find((stay) => stay.discharged_on === day);
  if (!ended) return there.filter((stay) => holds(stay, day)).at(-1);
  const begun = there.filter(
    ({ admitted_on, admitted_minute: came = null }) =>
      admitted_on === day && came !== null && left !== null && came <= left,
  );
  return begun.at(-1) ?? ended;
}

/**
 * "those with a hospitalization of that patient 0 to 30 days after admission", at any facility. "Events of day 0 count for an admission
 * only if they belong to that stay."
 */
function returnsWithin30Days(
  census: Census,
  transfers: readonly PlainTransfer[],
  stay: PlainStay,
  isEvent: (transfer: PlainTransfer) => boolean,
): boolean {
  for (let after = 0; after <= 30; after += 1) {
    for (const transfer of transfers) {
      if (
        transfer.patient_id === stay.patient_id &&
        transfer.transferred_on === stay.admitted_on + after &&
        isEvent(transfer) &&
        (after > 0 || stayOf(census, transfer) === stay)
      ) {
        return true;
      }
    }
  }
  return false;
}

/** "A hospitalization is an unplanned inpatient or observation" */
function isHospitalization(transfer: PlainTransfer): boolean {
  return (
    transfer.planned === 0 &&
    (transfer.outcome === "inpatient" || transfer.outcome === "observation")
  );
}

/** "an ED visit is ed_only", planned or not */
function isEdVisit(transfer: PlainTransfer): boolean {
  return transfer.outcome === "ed_only";
}
