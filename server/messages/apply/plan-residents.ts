import type { Kysely } from "kysely";
import { pairsOf } from "~/features/messages/rules/person-numbers";
import {
  type Resident,
  deriveResident,
} from "~/features/messages/rules/resident";
import { withoutUnfit } from "~/domain/name-characters";
import { groupedBy } from "~/features/messages/rules/grouped";
import { bySaid } from "~/features/messages/rules/words";
import type { Schema } from "~server/store/schema";
import { withoutTexts } from "./forget-patients";
import type { CensusRecords } from "./census-records";
import {
  forgottenNumbers,
  heldBy,
  strongest,
  type Identity,
  type KnownNumber,
} from "./identities";
import {
  numberKey,
  wordOfMessage,
  type ScopedNumber,
  recordNumbersOf,
  forgottenAmong,
  type KnownMessage,
} from "./logged-messages";
import {
  readRows,
  readZones,
  type StoredStay,
  type StoredTransfer,
  censusStayOf,
  censusTransferOf,
  isOfCensus,
} from "./stored-rows";
import {
  spokenDay,
  zonesOfVisits,
} from "~/features/messages/rules/word-of-message";

export interface PlannedResident {
  identity: Identity;
  /** Set if another resident may be the same census patient: both wait (R303). Returns the likely patient. */
  contestedBy: ((number: KnownNumber) => number) | null;
  /** A census patient, or a negative number for one from messages alone. Null without stays. */
  patientId: number | null;
  /** Census patients that messages merge into this one. */
  mergedIds: number[];
  person: {
    mrn: string | null;
    first_name: string | null;
    last_name: string | null;
  };
  isForgotten: boolean;
  resident: Resident;
  stays: StoredStay[];
  transfers: StoredTransfer[];
}

export interface ResidentPlan {
  residents: PlannedResident[];
  /** Patients from messages alone without a remaining message. */
  goneIds: number[];
  /** Census patients who turn out to be forgotten residents. */
  alsoForgotten: number[];
  mergesBefore: ReadonlyMap<number, number>;
  hasRecord(number: ScopedNumber): boolean;
  ownerByCensus(patientId: number): number;
}

interface Patients {
  /** Census patients by identity, the remaining one first; none if contested. */
  ofIdentities: (Pick<PlannedResident, "contestedBy"> & { own: number[] })[];
  ofForgotten: ReadonlySet<number>;
}

async function findPatients(
  identities: readonly Identity[],
  forgotten: ReadonlySet<number>,
  census: CensusRecords,
): Promise<Patients> {
  const named = identities.map(ownRecordsOf);
  await census.look(named.flat().map(({ number }) => number));
  const meant = named.map((records) =>
    records.flatMap((record) =>
      census
        .at(record.number, record.mrnAt)
        .map((id) => ({ record, id: census.mergedByCensus(id) })),
    ),
  );
  const found = meant.map((own) => [...new Set(own.map(({ id }) => id))]);
  const claims = identities.flatMap(({ messages }, at) =>
    (found[at] ?? []).map((id) => ({
      id,
      at,
      isOfFacility: messages.some(({ sender }) => sender.role === "facility"),
    })),
  );
  const owners = new Map(
    groupedBy(claims, ({ id }) => `${id}`)
      .map(strongest)
      .filter((own) => own.length === 1)
      .flatMap((own) => own.map(({ id, at }) => [id, at] as const)),
  );
  const ofForgotten = new Set<number>();
  const ofIdentities = identities.map((identity, at) => {
    const all = found[at] ?? [];
    const own = all.filter((id) => owners.get(id) === at);
    if (forgottenNumbers(identity, forgotten).length === 0) {
      const [first] = all.filter((id) => !own.includes(id));
      if (first === undefined) return { own, contestedBy: null };
      const contestedBy = (number: KnownNumber) => {
        const ids = (meant[at] ?? [])
          .filter(({ record }) => numberKey(record) === numberKey(number))
          .map(({ id }) => id);
        return ids.find((id) => !own.includes(id)) ?? ids[0] ?? first;
      };
      return { own: [], contestedBy };
    }
    own.forEach((id) => ofForgotten.add(id));
    // Forgotten residents have no record number; other numbers identify them.
    const held = heldBy(identity).filter((id) => forgotten.has(id) && id > 0);
    const ids = [...own, ...held.map((id) => census.mergedByCensus(id))];
    return { own: [...new Set(ids)], contestedBy: null };
  });
  return { ofIdentities, ofForgotten };
}

/** Record numbers, first those that a merge keeps; the order ignores arrival. */
function ownRecordsOf({ messages, numbers }: Identity) {
  // A hospital's message may name other people's numbers.
  const own = new Set(numbers.map(numberKey));
  const ended = endedNumbers(messages);
  return recordNumbersOf(messages)
    .filter((one) => own.has(numberKey(one)))
    .sort(
      (one, other) =>
        Number(ended.has(one.number)) - Number(ended.has(other.number)) ||
        (one.number === other.number
          ? one.mrnAt - other.mrnAt
          : one.number < other.number
            ? -1
            : 1),
    );
}

function endedNumbers(messages: Identity["messages"]): Set<string> {
  return new Set(
    messages
      .flatMap(({ facts }) => pairsOf(facts))
      .flatMap(({ merged }) => merged.map(({ number }) => number)),
  );
}

export async function planResidents(
  db: Kysely<Schema>,
  told: readonly Identity[],
  census: CensusRecords,
): Promise<ResidentPlan> {
  const forgotten = await forgottenAmong(db, told.flatMap(heldBy));
  const isForgotten = (one: Identity) =>
    forgottenNumbers(one, forgotten).length > 0;
  const identities = told.map((one) =>
    isForgotten(one) ? identityWithoutTexts(one) : one,
  );
  const patients = await findPatients(identities, forgotten, census);
  const held = identities.map(heldBy);
  const owned = patients.ofIdentities.flatMap(({ own }) => own);
  const concerned = withMerged([...held.flat(), ...owned], census);
  const rows = await readRows(db, concerned);
  const found = new Set(owned);
  const released = concerned.filter((id) => id > 0 && !found.has(id));
  const all = [
    ...identities.map((identity, at) => ({
      identity,
      ...(patients.ofIdentities[at] as Patients["ofIdentities"][number]),
    })),
    // The census decides if no message names them any longer.
    ...released.map((id) => ({
      identity: { numbers: [], messages: [] },
      own: [id],
      contestedBy: null,
    })),
  ];
  const allRows = rowsOf(
    all.map(({ identity, own, contestedBy }) => ({
      identity: contestedBy ? { ...identity, messages: [] } : identity,
      censusIds: own,
    })),
    rows,
    census,
    await readZones(db, rows.stays),
  );
  const residents = all.map(({ identity, own, contestedBy }, at) => {
    const rowsOfOne = allRows[at] as (typeof allRows)[number];
    const { resident } = rowsOfOne;
    const mark = isForgotten(identity);
    // Forgotten residents keep the mark.
    const isThere =
      resident.stays.length + resident.transfers.length > 0 || mark;
    const patientId = own[0] ?? (isThere ? ownIdOf(identity, forgotten) : null);
    return {
      identity,
      contestedBy,
      patientId,
      mergedIds: own.slice(1),
      person: mark ? NOBODY : personOf(identity),
      isForgotten: mark,
      ...rowsOfOne,
    };
  });
  const kept = new Set(residents.map(({ patientId }) => patientId));
  return {
    residents,
    goneIds: [...new Set(held.flat())].filter((id) => id < 0 && !kept.has(id)),
    alsoForgotten: [...patients.ofForgotten].filter((id) => !forgotten.has(id)),
    mergesBefore: new Map(
      [...census.mergedByFeed].filter(([from]) => concerned.includes(from)),
    ),
    hasRecord: ({ number, mrnAt }) => census.at(number, mrnAt).length > 0,
    ownerByCensus: (id) => census.mergedByCensus(id),
  };
}

const NOBODY = { mrn: null, first_name: null, last_name: null };

function identityWithoutTexts({ numbers, messages }: Identity): Identity {
  return {
    numbers,
    messages: messages.map((one) => ({
      ...one,
      facts: withoutTexts(one.facts),
    })),
  };
}

function withMerged(
  ids: readonly number[],
  { mergedByFeed }: CensusRecords,
): number[] {
  const all = new Set(ids);
  for (let size = -1; size !== all.size;) {
    size = all.size;
    for (const [from, into] of mergedByFeed) {
      if (all.has(from)) all.add(into);
      if (all.has(into)) all.add(from);
    }
  }
  return [...all];
}

/** The latest name, and a record number that no merge ends, else another. */
function personOf({ messages, numbers }: Identity) {
  const words = messages
    .flatMap((message) => {
      const word = wordOfMessage(message);
      return word && message.sender.role === "facility"
        ? { word, facts: message.facts }
        : [];
    })
    .sort((one, other) => bySaid(other.word, one.word));
  const last = (key: "firstName" | "lastName") =>
    words.find(({ facts }) => facts[key] !== undefined)?.facts[key] ?? null;
  const ended = endedNumbers(messages);
  const records = new Set(recordNumbersOf(messages).map(numberKey));
  const rank = (one: KnownNumber) =>
    Number(ended.has(one.number)) * 2 + Number(!records.has(numberKey(one)));
  const [kept] = [...numbers].sort(
    (one, other) =>
      rank(one) - rank(other) || (one.number < other.number ? -1 : 1),
  );
  return {
    mrn: kept?.number ?? null,
    first_name: storedName(last("firstName")),
    last_name: storedName(last("lastName")),
  };
}

const LONGEST_NAME = 200;

/** Removes unfit characters: no message is refused for a name (R542). */
export function storedName(name: string | null): string | null {
  return name && withoutUnfit(name.slice(0, LONGEST_NAME));
}

/** A patient from messages alone keeps their id, else gets one of their numbers, which nobody else gets. */
function ownIdOf(identity: Identity, forgotten: ReadonlySet<number>): number {
  const ids = identity.numbers.map(({ id }) => -id);
  const held = heldBy(identity);
  return (
    held.find((id) => forgotten.has(id)) ??
    held.find((id) => ids.includes(id)) ??
    Math.max(...ids)
  );
}

interface OwnRows {
  resident: Resident;
  stays: StoredStay[];
  transfers: StoredTransfer[];
}

export type FacilityZones = ReadonlyMap<number, string>;

function rowsOf(
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

/** Finds the owner of a row from messages. If one resident became two, the one with such a stay or transfer has it. */
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
