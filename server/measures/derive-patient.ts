import type { EpochDay } from "~/domain/calendar";
import { isInReturnWindow } from "~/domain/residents/return-window";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import type { Flag, StayTable, TransferTable } from "~server/store/schema";
import { endOf, longStayStarts, oldestFirst } from "./long-stay";

/** What is read of a stay to derive the rest. */
export type CensusStay = Pick<
  StayTable,
  "id" | "facility_id" | "admitted_on" | "discharged_on" | "admitted_from"
>;

/** What is read of a transfer to derive the rest. */
export type CensusTransfer = Pick<
  TransferTable,
  "id" | "facility_id" | "transferred_on" | "outcome" | "planned"
>;

type DerivedStay = Pick<StayTable, "id" | "long_stay_from" | "rth" | "ed">;

type DerivedTransfer = Pick<TransferTable, "id" | "stay_id" | "long_stay">;

interface DerivedPatient {
  stays: DerivedStay[];
  transfers: DerivedTransfer[];
}

/**
 * Derives what is stored with the stays and transfers of one patient, from all of them in all facilities:
 * when each stay becomes long-stay, whether it counts for `rth` and `ed`, and which stay each transfer belongs
 * to (R72, R79, R75). A transfer beyond the reach of its facility's data is no return (R245), and of the rows that tell of
 * the same transfer one is a long-stay event (R248).
 *
 * @param isKnown whether a transfer lies within that reach
 */
export function derivePatient<Transfer extends CensusTransfer>(
  stays: readonly CensusStay[],
  transfers: readonly Transfer[],
  isKnown: (transfer: Transfer) => boolean = () => true,
): DerivedPatient {
  const staysByFacility = groupByFacility(stays);
  const longStayFrom = new Map<number, EpochDay>();
  for (const there of staysByFacility.values()) {
    for (const [id, day] of longStayStarts(there)) longStayFrom.set(id, day);
  }
  const known = transfers.filter(isKnown);
  const hospitalDays = daysOf(known.filter(isHospitalization));
  const edDays = daysOf(known.filter(isEdVisit));
  const counted = withoutRepeats(transfers);

  return {
    stays: stays.map((stay) => ({
      id: stay.id,
      long_stay_from: longStayFrom.get(stay.id) ?? stay.admitted_on,
      rth: returned(stay, hospitalDays),
      ed: returned(stay, edDays),
    })),
    transfers: transfers.map((transfer) => {
      const there = staysByFacility.get(transfer.facility_id) ?? [];
      const stay = stayOfDay(there, transfer.transferred_on);
      const from = stay && longStayFrom.get(stay.id);
      return {
        id: transfer.id,
        stay_id: stay?.id ?? null,
        long_stay: flag(
          from !== undefined &&
            transfer.transferred_on >= from &&
            counted.has(transfer.id),
        ),
      };
    }),
  };
}

/**
 * The stay that an event of a day belongs to, among the stays of one patient in one facility: one that holds the day,
 * else one that ended on it; of several the newest (R75).
 */
export function stayOfDay<Stay extends CensusStay>(
  stays: readonly Stay[],
  day: EpochDay,
): Stay | undefined {
  const held = stays.filter(
    (stay) => stay.admitted_on <= day && day < endOf(stay),
  );
  const ended = stays.filter((stay) => stay.discharged_on === day);
  return held.sort(oldestFirst).at(-1) ?? ended.sort(oldestFirst).at(-1);
}

function returned(stay: CensusStay, days: readonly EpochDay[]): Flag {
  return flag(
    stay.admitted_from === "hospital" &&
      days.some((day) => isInReturnWindow(stay.admitted_on, day)),
  );
}

/** The ids of the rows that count, one for each transfer: one that was not planned before others, then the oldest (R248). */
function withoutRepeats(transfers: readonly CensusTransfer[]): Set<number> {
  const counted = new Map<string, number>();
  const best = [...transfers].sort(
    (one, other) => one.planned - other.planned || one.id - other.id,
  );
  for (const { id, facility_id, transferred_on, outcome } of best) {
    const transfer = `${facility_id} ${transferred_on} ${outcome}`;
    if (!counted.has(transfer)) counted.set(transfer, id);
  }
  return new Set(counted.values());
}

function daysOf(transfers: readonly CensusTransfer[]): EpochDay[] {
  return transfers.map((transfer) => transfer.transferred_on);
}

function groupByFacility(
  stays: readonly CensusStay[],
): Map<number, CensusStay[]> {
  const groups = new Map<number, CensusStay[]>();
  for (const stay of stays) {
    const group = groups.get(stay.facility_id);
    if (group) group.push(stay);
    else groups.set(stay.facility_id, [stay]);
  }
  return groups;
}

function flag(holds: boolean): Flag {
  return holds ? 1 : 0;
}
