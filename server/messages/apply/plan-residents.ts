import type { Kysely } from "kysely";
import { pairsOf } from "~/features/messages/rules/person-numbers";
import {
  type Resident,
  deriveResident,
} from "~/features/messages/rules/resident";
import { withoutUnfit } from "~/domain/name-characters";
import { groupedBy } from "~/features/messages/rules/grouped";
import { bySaid } from "~/features/messages/rules/words";
import { type FacilityClocks, readClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import { withoutTexts } from "./forget-patients";
import {
  forgottenIn,
  heldBy,
  strongest,
  type Identity,
  type KnownNumber,
} from "./identities";
import {
  isOfFacility,
  numberKey,
  wordOfMessage,
  type ScopedNumber,
  recordNumbersOf,
  type KnownMessage,
} from "./logged-messages";
import {
  type CensusRecords,
  isOfCensus,
  readRows,
  recordedStay,
  recordedTransfer,
  type StoredStay,
  type StoredTransfer,
} from "./stored-rows";
import {
  spokenDay,
  zonesOfVisits,
} from "~/features/messages/rules/word-of-message";

/** What to write: each resident with their patient, and the rows that their stays and transfers continue. */
export type ResidentPlan = Awaited<ReturnType<typeof planResidents>>;
export type PlannedResident = ResidentPlan["residents"][number];

interface Owner {
  identity: Identity;
  /** Their patients in the census, the remaining one first, those that messages merge behind it. None if contested. */
  own: number[];
  /** Set if another resident may be the same census patient: both wait (R303). Returns the likely patient. */
  contestedBy: ((number: KnownNumber) => number) | null;
}

async function findPatients(
  identities: readonly Identity[],
  census: CensusRecords,
) {
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
      isOfFacility: messages.some(isOfFacility),
    })),
  );
  const owners = new Map(
    groupedBy(claims, ({ id }) => `${id}`)
      .map(strongest)
      .filter((own) => own.length === 1)
      .flatMap((own) => own.map(({ id, at }) => [id, at] as const)),
  );
  const ofForgotten = new Set<number>();
  const ofIdentities = identities.map((identity, at): Owner => {
    const all = found[at] ?? [];
    const own = all.filter((id) => owners.get(id) === at);
    const forgotten = forgottenIn(identity);
    if (forgotten.length === 0) {
      const [first] = all.filter((id) => !own.includes(id));
      if (first === undefined) return { identity, own, contestedBy: null };
      const contestedBy = (number: KnownNumber) => {
        const ids = (meant[at] ?? [])
          .filter(({ record }) => numberKey(record) === numberKey(number))
          .map(({ id }) => id);
        return ids.find((id) => !own.includes(id)) ?? ids[0] ?? first;
      };
      return { identity, own: [], contestedBy };
    }
    own.forEach((id) => ofForgotten.add(id));
    // Forgotten residents have no record number; other numbers identify them.
    const held = forgotten.filter((id) => id > 0);
    const ids = [...own, ...held.map((id) => census.mergedByCensus(id))];
    return { identity, own: [...new Set(ids)], contestedBy: null };
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
  reported: readonly Identity[],
  census: CensusRecords,
  now: Date,
) {
  const forgotten = new Set(reported.flatMap(forgottenIn));
  const isForgotten = (one: Identity) => forgottenIn(one).length > 0;
  const identities = reported.map((one) =>
    isForgotten(one) ? identityWithoutTexts(one) : one,
  );
  const { ofIdentities, ofForgotten } = await findPatients(identities, census);
  const held = identities.flatMap(heldBy);
  const owned = ofIdentities.flatMap(({ own }) => own);
  const concerned = withMerged([...held, ...owned], census);
  const found = new Set(owned);
  const released = concerned.filter((id) => id > 0 && !found.has(id));
  // The census decides about patients whom no message names any longer.
  const all = [
    ...ofIdentities,
    ...released.map((id): Owner => {
      const identity = { numbers: [], messages: [] };
      return { identity, own: [id], contestedBy: null };
    }),
  ];
  const withRows = await residentsOf(db, all, concerned, census, now);
  const residents = withRows.map(({ own, ...one }) => {
    const { identity, resident } = one;
    const mark = isForgotten(identity);
    // Forgotten residents keep the mark.
    const isThere =
      resident.stays.length + resident.transfers.length > 0 || mark;
    return {
      ...one,
      /** A census patient, or a negative number for one from messages alone. Null without stays. */
      patientId: own[0] ?? (isThere ? ownIdOf(identity) : null),
      mergedIds: own.slice(1),
      person: mark ? NOBODY : personOf(identity),
      isForgotten: mark,
    };
  });
  const kept = new Set(residents.map(({ patientId }) => patientId));
  return {
    residents,
    /** Patients from messages alone without a remaining message. */
    goneIds: [...new Set(held)].filter((id) => id < 0 && !kept.has(id)),
    /** Census patients who turn out to be forgotten residents. */
    alsoForgotten: [...ofForgotten].filter((id) => !forgotten.has(id)),
    mergesBefore: new Map(
      [...census.mergedByFeed].filter(([from]) => concerned.includes(from)),
    ),
    hasRecord: ({ number, mrnAt }: ScopedNumber) =>
      census.at(number, mrnAt).length > 0,
    ownerByCensus: (id: number) => census.mergedByCensus(id),
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
      return word && isOfFacility(message)
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
function ownIdOf(identity: Identity): number {
  const ids = identity.numbers.map(({ id }) => -id);
  const held = heldBy(identity);
  return (
    forgottenIn(identity)[0] ??
    held.find((id) => ids.includes(id)) ??
    Math.max(...ids)
  );
}

async function residentsOf(
  db: Kysely<Schema>,
  all: readonly Owner[],
  patientIds: readonly number[],
  census: CensusRecords,
  now: Date,
) {
  const rows = await readRows(db, patientIds);
  const clocks = await readClocks(db, now);
  const residents = all.map((owner) => {
    const { identity, own, contestedBy } = owner;
    const isOwn = (row: StoredStay | StoredTransfer) =>
      isOfCensus(row) &&
      own.includes(
        census.mergedByCensus(row.recorded_patient_id ?? row.patient_id),
      );
    const stays = rows.stays.filter(isOwn);
    const transfers = rows.transfers.filter(isOwn);
    const messages = contestedBy ? [] : identity.messages;
    const resident = derived(messages, stays, transfers, clocks);
    return { ...owner, resident, stays, transfers };
  });
  const before = residents.map(
    ({ own, identity }) => new Set([...own, ...heldBy(identity)]),
  );
  const madeBy = <Row extends StoredStay | StoredTransfer>(
    row: Row,
    tells: (row: Row, resident: Resident) => boolean,
  ) => {
    const possible = residents.filter((_, at) =>
      before[at]?.has(row.patient_id),
    );
    // If one resident became two, the one with such a stay or transfer has the row.
    return possible.find((one) => tells(row, one.resident)) ?? possible[0];
  };
  for (const row of rows.stays.filter((one) => !isOfCensus(one))) {
    madeBy(row, tellsOfStay)?.stays.push(row);
  }
  for (const row of rows.transfers.filter((one) => !isOfCensus(one))) {
    madeBy(row, tellsOfTransfer)?.transfers.push(row);
  }
  return residents;
}

function tellsOfStay(row: StoredStay, { stays }: Resident): boolean {
  return stays.some(
    ({ facility_id, admitted_on }) =>
      facility_id === row.facility_id && admitted_on === row.admitted_on,
  );
}

function tellsOfTransfer(row: StoredTransfer, { transfers }: Resident) {
  return transfers.some(
    ({ facility_id, transferred_on }) =>
      facility_id === row.facility_id && transferred_on === row.transferred_on,
  );
}

function derived(
  messages: readonly KnownMessage[],
  stays: readonly StoredStay[],
  transfers: readonly StoredTransfer[],
  clocks: FacilityClocks,
): Resident {
  const lived = [
    ...messages
      .filter((one) => isOfFacility(one) && one.sender.facilityId !== null)
      .map(({ facts, sender: { timeZone } }) => ({
        since: spokenDay(facts),
        timeZone,
      })),
    ...stays.map(({ facility_id, admitted_on: since }) => ({
      since,
      timeZone: clocks.zoneOf(facility_id),
    })),
  ];
  const zoneOfVisit = zonesOfVisits(lived);
  const zoneOf = ({ facts, sender }: KnownMessage) =>
    sender.facilityId === null ? zoneOfVisit(facts) : undefined;
  const saidBy = ({ id, said_ms }: StoredStay | StoredTransfer) => ({
    id,
    said_ms: said_ms ?? 0,
  });
  return deriveResident(
    messages
      .map((message) => wordOfMessage(message, zoneOf(message)))
      .filter((word) => word !== null),
    stays.map((row) => ({ ...recordedStay(row), ...saidBy(row) })),
    transfers.map((row) => ({ ...recordedTransfer(row), ...saidBy(row) })),
  );
}
