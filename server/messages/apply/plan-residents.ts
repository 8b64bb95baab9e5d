import type { Kysely } from "kysely";
import { pairsOf } from "~/features/messages/rules/person-numbers";
import type { Resident } from "~/features/messages/rules/resident";
import { withoutUnfit } from "~/domain/name-characters";
import { bySaid } from "~/features/messages/rules/words";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import { withoutTexts } from "./forget-patients";
import type { CensusRecords } from "./census-records";
import {
  forgottenNumbers,
  heldBy,
  type Identity,
  type KnownNumber,
} from "./identities";
import { numberKey, wordOfMessage, type ScopedNumber } from "./logged-messages";
import { recordNumbersOf, forgottenAmong } from "./record-numbers";
import { rowsOf } from "./rows-of-residents";
import {
  readRows,
  readZones,
  type StoredStay,
  type StoredTransfer,
} from "./stored-rows";

/** A resident as all messages and the census tell of them. */
export interface PlannedResident {
  identity: Identity;
  /** Who it is: a patient of the census, or with a negative number one that messages alone tell of. Null as long as there are no stays. */
  patientId: number | null;
  /** Patients of the census whom messages merge into this one. */
  mergedIds: number[];
  /** Names and number of one that messages alone tell of. */
  person: {
    mrn: string | null;
    first_name: string | null;
    last_name: string | null;
  };
  /** Nothing that names them is stored again, and nothing that is written of them. */
  isForgotten: boolean;
  resident: Resident;
  /** The rows of the census that are theirs, and those that messages have made of them before. */
  stays: StoredStay[];
  transfers: StoredTransfer[];
}

export interface ResidentPlan {
  residents: PlannedResident[];
  /** Patients that messages alone told of, and no longer do. */
  goneIds: number[];
  /** Patients of the census who turn out to be somebody who was forgotten. */
  alsoForgotten: number[];
  /** Merges that messages have made, among the patients of the plan. */
  mergesBefore: ReadonlyMap<number, number>;
  /** Whether the census has a record number in its facility. */
  hasRecord(number: ScopedNumber): boolean;
  /** Whose the rows of a patient are by the census's own merges. */
  ownerByCensus(patientId: number): number;
}

/** Who residents are among the patients that are stored. */
interface Patients {
  /** The census's patients that each identity is, without those that another one is; the one that stays comes first. */
  ofIdentities: number[][];
  /** Those among all of them whom an identity is that was forgotten. */
  ofForgotten: ReadonlySet<number>;
}

/** Finds the census's patients whose medical record number is one of an identity's, in a facility that says so. */
async function findPatients(
  db: Kysely<Schema>,
  identities: readonly Identity[],
  census: CensusRecords,
): Promise<Patients> {
  const named = identities.map(mrnsOf);
  await census.look(named.flat().map(({ mrn }) => mrn));
  const mergedByCensus = (id: number) => census.mergedByCensus(id);
  const claims = await claimsOf(db, identities);
  const forgotten = await forgottenAmong(db, identities.flatMap(heldBy));
  const taken = new Set<number>();
  const ofForgotten = new Set<number>();
  const ofIdentities = identities.map((identity, at) => {
    const found = (named[at] ?? []).flatMap(({ mrn, facilityId }) =>
      census.at(mrn, facilityId).map(mergedByCensus),
    );
    // Nobody forgotten has a record number: their other numbers tell.
    const held = heldBy(identity).filter((id) => forgotten.has(id) && id > 0);
    const own = [...new Set([...found, ...held.map(mergedByCensus)])].filter(
      (id) => !taken.has(id) && isFree(id, identity, claims),
    );
    own.forEach((id) => taken.add(id));
    if (forgottenNumbers(identity, forgotten).length > 0) {
      own.forEach((id) => ofForgotten.add(id));
    }
    return own;
  });
  return { ofIdentities, ofForgotten };
}

/** Those that a merge keeps come first; the order is the same in whatever order messages came. */
function mrnsOf({ messages, numbers }: Identity) {
  // A hospital's message may name numbers of somebody else too.
  const own = new Set(numbers.map(numberKey));
  const ended = endedNumbers(messages);
  return recordNumbersOf(messages)
    .filter((one) => own.has(numberKey(one)))
    .map(({ number, mrnAt }) => ({ mrn: number, facilityId: mrnAt }))
    .sort(
      (one, other) =>
        Number(ended.has(one.mrn)) - Number(ended.has(other.mrn)) ||
        (one.mrn === other.mrn
          ? one.facilityId - other.facilityId
          : one.mrn < other.mrn
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

/** A patient whose number another identity has said first is theirs (R303). */
function isFree(
  id: number,
  { numbers }: Identity,
  claims: ReadonlyMap<number, number[]>,
): boolean {
  const own = new Set(numbers.map((number) => number.id));
  return (claims.get(id) ?? []).every((number) => own.has(number));
}

/** The numbers by which each of the census's patients is held, beyond the identities that are looked at. */
async function claimsOf(
  db: Kysely<Schema>,
  identities: readonly Identity[],
): Promise<Map<number, number[]>> {
  const looked = new Set(
    identities.flatMap(({ numbers }) => numbers.map(({ id }) => id)),
  );
  const rows = await db
    .selectFrom("feed_numbers")
    .where("patient_id", ">", 0)
    .where(
      "number",
      "in",
      db
        .selectFrom("feed_numbers as own")
        .where(isIn("own.id", [...looked]))
        .select("own.number"),
    )
    .select(["id", "patient_id"])
    .execute();
  const claims = new Map<number, number[]>();
  for (const { id, patient_id } of rows) {
    if (patient_id === null || looked.has(id)) continue;
    claims.set(patient_id, [...(claims.get(patient_id) ?? []), id]);
  }
  return claims;
}

/** Works out who residents are, and their stays and transfers. Writes nothing. */
export async function planResidents(
  db: Kysely<Schema>,
  told: readonly Identity[],
  census: CensusRecords,
): Promise<ResidentPlan> {
  const forgotten = await forgottenAmong(db, told.flatMap(heldBy));
  // Messages of residents who are one cannot be told apart.
  const isForgotten = (one: Identity) =>
    forgottenNumbers(one, forgotten).length > 0;
  const identities = told.map((one) =>
    isForgotten(one) ? identityWithoutTexts(one) : one,
  );
  const patients = await findPatients(db, identities, census);
  const held = identities.map(heldBy);
  const concerned = withMerged(
    [...held, ...patients.ofIdentities].flat(),
    census,
  );
  const rows = await readRows(db, concerned);
  const found = new Set(patients.ofIdentities.flat());
  const released = concerned.filter((id) => id > 0 && !found.has(id));
  const all = [
    ...identities.map((identity, at) => ({
      identity,
      censusIds: patients.ofIdentities[at] ?? [],
    })),
    // Whom no message names any more is again what the census says.
    ...released.map((id) => ({
      identity: { numbers: [], messages: [] },
      censusIds: [id],
    })),
  ];
  const own = rowsOf(all, rows, census, await readZones(db, rows.stays));
  const residents = all.map(({ identity, censusIds }, at): PlannedResident => {
    const rowsOfOne = own[at] as (typeof own)[number];
    const { resident } = rowsOfOne;
    const mark = isForgotten(identity);
    // Who was forgotten keeps the mark, whatever is taken back.
    const isThere =
      resident.stays.length + resident.transfers.length > 0 || mark;
    const patientId =
      censusIds[0] ?? (isThere ? ownIdOf(identity, forgotten) : null);
    return {
      identity,
      patientId,
      mergedIds: censusIds.slice(1),
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

/** The name that was said last, and a record number that no merge ends; else another number. */
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

/** A name as a message says it, without what may not be in one: for a name alone no message is refused (R542). */
export function storedName(name: string | null): string | null {
  return name && withoutUnfit(name.slice(0, LONGEST_NAME));
}

/**
 * The id of a patient that messages alone tell of: one of the resident's own numbers, for these are never anybody else's. The one
 * that the resident has already stays. Whoever was forgotten keeps their id under numbers of several facilities too.
 */
function ownIdOf(identity: Identity, forgotten: ReadonlySet<number>): number {
  const ids = identity.numbers.map(({ id }) => -id);
  const held = heldBy(identity);
  return (
    held.find((id) => forgotten.has(id)) ??
    held.find((id) => ids.includes(id)) ??
    Math.max(...ids)
  );
}
