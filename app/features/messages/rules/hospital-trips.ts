import { type Departure, isAwayAt } from "./departures";
import {
  byBeginning,
  type HospitalVisit,
  type Outcome,
} from "./hospital-visits";
import { isInHouseAt, type ResidentStay } from "./resident-stay";

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
 * The visits of each departure: those that begin while the resident is away, and those that the facility was late to tell of; else the first that
 * begins on the day of the departure or later, and no more than a day after the return. Those that go on from them come with them.
 *
 * @param departures oldest first
 * @param visits oldest first
 */
export function visitsOfDepartures(
  departures: readonly Departure[],
  visits: readonly HospitalVisit[],
  stays: readonly ResidentStay[],
): Map<Departure, HospitalVisit[]> {
  const own = new Map(departures.map((one) => [one, [] as HospitalVisit[]]));
  const left = new Set(visits);
  for (const visit of visits) {
    const during = departures.filter((one) => isDuring(one, visit));
    const isFree = (one: Departure) => own.get(one)?.length === 0;
    const departure =
      during.find(isFree) ??
      during.at(-1) ??
      departures.find((one) => isLateToldOf(one, visit, stays));
    if (!departure) continue;
    own.get(departure)?.push(visit);
    left.delete(visit);
  }
  for (const departure of departures) {
    const { at, until } = departure;
    const last = until ? until.ms + MS_PER_DAY : Infinity;
    const near = [...left].filter(
      ({ began }) => began.day >= at.day && began.ms <= last,
    );
    const trip = tripOf(own.get(departure) ?? [], near);
    for (const visit of trip) left.delete(visit);
    own.set(departure, trip);
  }
  return own;
}

/** The first chain of visits that follow each other; one of the departure's own visits is in it, if it has any. */
function tripOf(
  own: readonly HospitalVisit[],
  near: readonly HospitalVisit[],
): HospitalVisit[] {
  const trips: HospitalVisit[][] = [];
  for (const visit of [...own, ...near].sort(byBeginning)) {
    const before = trips.at(-1)?.at(-1);
    if (before && goesOnFrom(before, visit)) trips.at(-1)?.push(visit);
    else trips.push([visit]);
  }
  const isOwn = (trip: HospitalVisit[]) =>
    trip.some((visit) => own.includes(visit));
  return (own.length > 0 ? trips.find(isOwn) : trips[0]) ?? [];
}

/** Whether a visit begins while somebody is away; of one without an hour its day counts. */
function isDuring(departure: Departure, { began }: HospitalVisit): boolean {
  if (!began.isDayAlone) return isAwayAt(departure, began);
  const { at, until } = departure;
  return at.day <= began.day && (until === null || began.day <= until.day);
}

/** Whether a visit of somebody in house begins so little before the departure that the facility was late to tell of it. */
function isLateToldOf(
  { at, facilityId }: Departure,
  { began }: HospitalVisit,
  stays: readonly ResidentStay[],
): boolean {
  const earlyMs = at.ms - began.ms;
  return (
    earlyMs > 0 &&
    earlyMs <= LATE_LEAVE_MS &&
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
