import type { Selectable } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { censusLimits } from "~/features/data-quality/rules/census-marks";
import { isReturnOf } from "~/domain/residents/return-window";
import {
  isEdVisit,
  isHospitalization,
  type TransferKind,
  isPlanned,
  tripsOf,
  type TripRow,
} from "~/domain/residents/transfer-kinds";
import type { Flag, StayTable, TransferTable } from "~server/store/schema";
import { packFacts } from "./transfers/packed-facts";
import { coveredDays, endOf, oldestFirst, type CoveredDays } from "./long-stay";
import { groupBy } from "./question";

export type CensusStay = Pick<
  Selectable<StayTable>,
  | "id"
  | "facility_id"
  | "npi"
  | "isnp"
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
> & { admitted_minute?: number | null };

export type CensusTransfer = Pick<
  Selectable<TransferTable>,
  "id" | "facility_id" | "transferred_on" | "outcome" | "planned"
> & { minute_of_day?: number | null };

type DerivedTransfer = Pick<
  Selectable<TransferTable>,
  "id" | "stay_id" | "trip_id" | "trip_planned" | "long_stay" | "facts" | "npi"
>;

/**
 * Derives the stored columns of a patient's stays and transfers at all facilities (R68, R72, R75, R79, R248, R297). A
 * transfer after its facility's data cut-off is no return (R245); `isKnown` is true up to it.
 */
export function derivePatient<Transfer extends CensusTransfer>(
  stays: readonly CensusStay[],
  transfers: readonly Transfer[],
  isKnown: (transfer: Transfer) => boolean = () => true,
) {
  const staysByFacility = groupBy(stays, ({ facility_id }) => facility_id);
  const covered = new Map<number, CoveredDays>();
  for (const there of staysByFacility.values()) {
    for (const [id, days] of coveredDays(there)) covered.set(id, days);
  }
  const trips = tripsOf(
    transfers.map((row) => {
      const there = staysByFacility.get(row.facility_id) ?? [];
      const stayId = stayOfTransfer(there, row)?.id ?? null;
      return {
        id: row.id,
        stayId,
        facilityId: row.facility_id,
        day: row.transferred_on,
        minuteOfDay: row.minute_of_day ?? null,
        outcome: row.outcome,
        planned: row.planned,
        isKnown: isKnown(row),
      };
    }),
  ).map((rows) => ({ rows, planned: flag(isPlanned(rows)) }));
  const known = trips.flatMap(({ rows: [first], planned }) =>
    first?.isKnown ? [{ ...first, planned }] : [],
  );
  const stayOf = new Map(stays.map((stay) => [stay.id, stay]));
  const derived = new Map(
    trips
      .flatMap(({ rows, planned }) =>
        rowsOfTrip(rows, planned, { stayOf, covered }),
      )
      .map((row) => [row.id, row]),
  );
  return {
    stays: stays.map((stay) => {
      const days = covered.get(stay.id);
      return {
        id: stay.id,
        days_end: days ? days.days_end : stay.discharged_on,
        long_stay_from: days?.long_stay_from ?? stay.admitted_on,
        rth: returnFlag(stay, known, isHospitalization),
        ed: returnFlag(stay, known, isEdVisit),
        overlapping: flag(stays.some((other) => isSharedDay(stay, other))),
        lacks_transfer: flag(lacksTransfer(stay, stays, transfers)),
      };
    }),
    transfers: transfers.flatMap(({ id }) => derived.get(id) ?? []),
  };
}

/** The columns of a transfer's rows; the first row represents it. */
function rowsOfTrip(
  rows: readonly TripRow[],
  planned: Flag,
  known: {
    stayOf: ReadonlyMap<number, CensusStay>;
    covered: ReadonlyMap<number, CoveredDays>;
  },
): DerivedTransfer[] {
  const [first] = rows;
  return rows.map((row) => {
    const { id, stayId, day } = row;
    const stay = known.stayOf.get(stayId ?? NaN);
    const { long_stay_from: from = Infinity } =
      known.covered.get(stayId ?? NaN) ?? {};
    const counts = row === first;
    return {
      id,
      stay_id: stayId,
      trip_id: first?.id ?? id,
      trip_planned: counts ? planned : null,
      long_stay: flag(counts && day >= from),
      facts: counts ? packFacts(row, planned, stay) : null,
      npi: stay?.npi ?? null,
    };
  });
}

/**
 * The stay of a transfer among the patient's stays in the facility (R75): the oldest one that ended that day, unless
 * times show that the resident left a later one; else the newest that includes the day.
 */
function stayOfTransfer(
  stays: readonly CensusStay[],
  {
    transferred_on: day,
    minute_of_day: minute = null,
  }: Pick<CensusTransfer, "transferred_on" | "minute_of_day">,
): CensusStay | undefined {
  const [ended, ...later] = stays
    .filter(
      (stay) =>
        stay.discharged_on === day ||
        (stay.admitted_on <= day && day < endOf(stay)),
    )
    .sort(
      (one, other) =>
        Number(other.discharged_on === day) -
          Number(one.discharged_on === day) || oldestFirst(one, other),
    );
  if (ended?.discharged_on !== day) return later.at(-1) ?? ended;
  const left = later
    .filter(
      (stay) =>
        stay.admitted_on === day &&
        minute !== null &&
        (stay.admitted_minute ?? Infinity) <= minute,
    )
    .sort(oldestFirst);
  return left.at(-1) ?? ended;
}

/**
 * The stay of a day among the patient's stays in one facility: one that includes it, else one that ended on it; the
 * newest if there are several (R75).
 */
export function stayOfDay<
  Stay extends Pick<CensusStay, "id" | "admitted_on" | "discharged_on">,
>(stays: readonly Stay[], day: EpochDay): Stay | undefined {
  const held = stays.filter(
    (stay) => stay.admitted_on <= day && day < endOf(stay),
  );
  const ended = stays.filter((stay) => stay.discharged_on === day);
  return held.sort(byDay).at(-1) ?? ended.sort(byDay).at(-1);
}

function byDay(
  one: Pick<CensusStay, "id" | "admitted_on">,
  other: Pick<CensusStay, "id" | "admitted_on">,
): number {
  return one.admitted_on - other.admitted_on || one.id - other.id;
}

function returnFlag(
  { id, admitted_on: admittedOn, admitted_from }: CensusStay,
  trips: readonly (TransferKind & { day: EpochDay; stayId: number | null })[],
  isEvent: (trip: TransferKind) => boolean,
): Flag {
  return flag(
    admitted_from === "hospital" &&
      trips.some(
        (trip) => isEvent(trip) && isReturnOf({ id, admittedOn }, trip),
      ),
  );
}

function isSharedDay(one: CensusStay, other: CensusStay): boolean {
  return (
    one.id !== other.id &&
    other.admitted_on < endOf(one) &&
    one.admitted_on < endOf(other)
  );
}

/** Another stay begins from hospital soon after this one, but no transfer lies between (R297). */
function lacksTransfer(
  { id, discharged_on: left }: CensusStay,
  stays: readonly CensusStay[],
  transfers: readonly Pick<CensusTransfer, "transferred_on">[],
): boolean {
  if (left === null) return false;
  const latest = left + censusLimits.returnDays;
  const isBack = stays.some(
    (back) =>
      back.id !== id &&
      back.admitted_from === "hospital" &&
      back.admitted_on >= left &&
      back.admitted_on <= latest,
  );
  return (
    isBack &&
    !transfers.some(
      ({ transferred_on: day }) =>
        day >= left - censusLimits.bedHoldDays && day <= latest,
    )
  );
}

function flag(holds: boolean): Flag {
  return holds ? 1 : 0;
}
