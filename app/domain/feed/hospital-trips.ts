import type { Departure } from "./departures";
import type { HospitalVisit, Outcome } from "./hospital-visits";
import { isInHouseAt } from "./in-house";
import type { ResidentStay } from "./resident-stay";

/** A hospital tells of a resident whom the facility still has in house: it has yet to say so. */
export interface Notice {
  stay: ResidentStay;
  first: HospitalVisit;
  last: HospitalVisit & { outcome: Outcome };
}

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

/** A ward writes a leave down when it finds the time for it: the hospital may have told of it before, and on the day before. */
const LATE_LEAVE_MS = 6 * MS_PER_HOUR;

/** A hospital may number an emergency visit and what it leads to apart. */
function goesOnFrom(before: HospitalVisit, visit: HospitalVisit): boolean {
  return visit.began.ms - before.began.ms <= MS_PER_DAY;
}

/**
 * The first visit that begins on the day of the departure or later, or shortly before, and no more than a day after the return;
 * with those that go on from it.
 *
 * @param visits oldest first
 */
export function visitsDuring(
  departure: Departure,
  visits: ReadonlySet<HospitalVisit>,
  stays: readonly ResidentStay[],
): HospitalVisit[] {
  const { until } = departure;
  const last = until ? until.ms + MS_PER_DAY : Infinity;
  const during: HospitalVisit[] = [];
  for (const visit of visits) {
    if (visit.began.ms > last || !isFrom(departure, visit, stays)) continue;
    const before = during.at(-1);
    if (before && !goesOnFrom(before, visit)) break;
    during.push(visit);
  }
  return during;
}

/** Whether a visit begins no earlier than the departure, or so little earlier that the facility was late to tell of it. */
function isFrom(
  { at, facilityId }: Departure,
  { began }: HospitalVisit,
  stays: readonly ResidentStay[],
): boolean {
  if (began.day >= at.day) return true;
  const isShortlyBefore = at.ms - began.ms <= LATE_LEAVE_MS;
  return (
    isShortlyBefore &&
    stays.some(
      (stay) => stay.facilityId === facilityId && isInHouseAt(stay, began),
    )
  );
}

/**
 * What hospitals tell of a resident in house. Visits of one stay that go on from each other are one notice.
 *
 * @param visits oldest first, without those during departures
 */
export function noticesInHouse(
  visits: readonly HospitalVisit[],
  stays: readonly ResidentStay[],
): Notice[] {
  const notices: Notice[] = [];
  for (const visit of visits) {
    const { began, outcome } = visit;
    const stay = stays.find((one) => isInHouseAt(one, began));
    if (!stay || !outcome) continue;
    const before = notices.at(-1);
    const told = { ...visit, outcome };
    if (before?.stay === stay && goesOnFrom(before.last, visit)) {
      before.last = told;
    } else {
      notices.push({ stay, first: visit, last: told });
    }
  }
  return notices;
}
