import {
  deriveResident,
  type Resident,
} from "~/features/messages/rules/resident";
import {
  spokenDay,
  zonesOfVisits,
} from "~/features/messages/rules/zone-of-visit";
import type { CensusRecords } from "./census-records";
import { heldBy, type Identity } from "./identities";
import { wordOfMessage, type KnownMessage } from "./logged-messages";
import {
  censusStayOf,
  censusTransferOf,
  isOfCensus,
  type StoredStay,
  type StoredTransfer,
} from "./stored-rows";

interface OwnRows {
  resident: Resident;
  stays: StoredStay[];
  transfers: StoredTransfer[];
}

/** The clocks of the facilities that have some stays. */
export type FacilityZones = ReadonlyMap<number, string>;

/** Whose each row is, and what follows of each resident. */
export function rowsOf(
  all: readonly { identity: Identity; censusIds: readonly number[] }[],
  rows: Pick<OwnRows, "stays" | "transfers">,
  census: CensusRecords,
  zones: FacilityZones,
): OwnRows[] {
  const owners = (row: StoredStay | StoredTransfer) =>
    census.mergedByCensus(row.recorded_patient_id ?? row.patient_id);
  const own = all.map(({ identity, censusIds }) => {
    const isOwn = (row: StoredStay | StoredTransfer) =>
      isOfCensus(row) && censusIds.includes(owners(row));
    const stays = rows.stays.filter(isOwn);
    const transfers = rows.transfers.filter(isOwn);
    const resident = derived(identity, stays, transfers, zones);
    const before = new Set([...censusIds, ...heldBy(identity)]);
    return { resident, stays, transfers, before };
  });
  for (const row of rows.stays.filter((one) => !isOfCensus(one))) {
    makerOf(row, own, tellsOfStay)?.stays.push(row);
  }
  for (const row of rows.transfers.filter((one) => !isOfCensus(one))) {
    makerOf(row, own, tellsOfTransfer)?.transfers.push(row);
  }
  return own.map(({ before: _, ...found }) => found);
}

function derived(
  { messages }: Identity,
  stays: readonly StoredStay[],
  transfers: readonly StoredTransfer[],
  zones: FacilityZones,
): Resident {
  const lived = [
    ...messages
      .filter(
        ({ sender }) =>
          sender.role === "facility" && sender.facilityId !== null,
      )
      .map(({ facts, sender: { timeZone } }) => ({
        since: spokenDay(facts),
        timeZone,
      })),
    ...stays.flatMap(({ facility_id, admitted_on: since }) => {
      const timeZone = zones.get(facility_id);
      return timeZone ? [{ since, timeZone }] : [];
    }),
  ];
  const zoneOfVisit = zonesOfVisits(lived);
  const zoneOf = ({ facts, sender }: KnownMessage) =>
    sender.facilityId === null ? zoneOfVisit(facts) : undefined;
  return deriveResident({
    words: messages
      .map((message) => wordOfMessage(message, zoneOf(message)))
      .filter((word) => word !== null),
    stays: stays.filter(isOfCensus).map(censusStayOf),
    transfers: transfers.filter(isOfCensus).map(censusTransferOf),
  });
}

/** Whose a row is that messages made. Of two who were one until now, it is of the one who has such a stay or transfer. */
function makerOf<
  Row extends { patient_id: number },
  Own extends { resident: Resident; before: ReadonlySet<number> },
>(
  row: Row,
  all: readonly Own[],
  tells: (row: Row, resident: Resident) => boolean,
): Own | undefined {
  const possible = all.filter(({ before }) => before.has(row.patient_id));
  return possible.find(({ resident }) => tells(row, resident)) ?? possible[0];
}

function tellsOfStay(row: StoredStay, { stays }: Resident): boolean {
  return stays.some(
    ({ facilityId, admittedOn }) =>
      facilityId === row.facility_id && admittedOn === row.admitted_on,
  );
}

function tellsOfTransfer(row: StoredTransfer, { transfers }: Resident) {
  return transfers.some(
    ({ facilityId, transferredOn }) =>
      facilityId === row.facility_id && transferredOn === row.transferred_on,
  );
}
