import type { Kysely } from "kysely";
import { Groups, groupedBy } from "~/features/messages/rules/grouped";
import { chunksOf, isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import type { CensusRecords } from "./stored-rows";
import {
  isKnown,
  isOfFacility,
  mergesOf,
  numberKey,
  readMessages,
  type KnownMessage,
  recordNumbersOf,
} from "./logged-messages";
import {
  meantNumbers,
  numbersHeldBeside,
  type MeantNumber,
} from "./numbers-beside";

export type KnownNumber = Awaited<ReturnType<typeof readNumbers>>[number];

export interface Identity {
  numbers: KnownNumber[];
  messages: KnownMessage[];
}

export function heldBy({ numbers }: Pick<Identity, "numbers">): number[] {
  return [...new Set(numbers.flatMap(({ patientId }) => patientId ?? []))];
}

/** Forgotten patients whose numbers these are (R312). */
export function forgottenIn({ numbers }: Identity): number[] {
  const forgotten = numbers.filter(({ forgotten_at }) => forgotten_at !== null);
  return heldBy({ numbers: forgotten });
}

/**
 * Residents of some numbers, and all others connected by numbers, messages or patients. A facility's message or a merge
 * joins numbers; a hospital's other messages join none. The order of arrival makes no difference, and dropping a merge
 * separates residents.
 */
export async function readIdentities(
  db: Kysely<Schema>,
  numberIds: Iterable<number>,
  census: CensusRecords,
): Promise<Identity[]> {
  const links = await followLinks(db, numberIds, census);
  const numbers = await readNumbers(db, [...links.ids]);
  const ended = numbers.filter(({ forgotten_at }) => forgotten_at !== null);
  const groups = groupsOf(links, numbers, ended, census);
  const forgottenGroups = new Set(ended.map(({ id }) => groups.find(id)));
  const identities = new Map<number, Identity>();
  for (const number of numbers) {
    const group = groups.find(number.id);
    const identity = identities.get(group) ?? { numbers: [], messages: [] };
    identity.numbers.push(number);
    identities.set(group, identity);
  }
  const ofFacilities = new Set(
    links.messages
      .filter(isOfFacility)
      .flatMap(({ row }) => links.numbersOf.get(row.id) ?? [])
      .map((id) => groups.find(id)),
  );
  const known = new Map(numbers.map((number) => [number.id, number]));
  const pairs = pairsBy(links, numbers);
  for (const message of links.messages) {
    // A merge belongs to everybody it concerns.
    const merging = pairs.get(message);
    if (merging) {
      const concerned = merging.flat().map((id) => groups.find(id));
      for (const group of new Set(concerned)) {
        identities.get(group)?.messages.push(message);
      }
      continue;
    }
    const own = links.numbersOf.get(message.row.id) ?? [];
    const records = new Set(recordNumbersOf([message]).map(numberKey));
    const rank = (number: KnownNumber) => {
      const group = groups.find(number.id);
      if (forgottenGroups.has(group)) return 0;
      if (ofFacilities.has(group)) return 1;
      return records.has(numberKey(number)) ? 2 : 3;
    };
    // About somebody forgotten, else a resident named by a facility, else a record number, first by text (R321).
    const [first] = own
      .flatMap((id) => known.get(id) ?? [])
      .sort((one, other) => rank(one) - rank(other) || byText(one, other));
    if (first) {
      identities.get(groups.find(first.id))?.messages.push(message);
    }
  }
  return [...identities.values()].sort(
    (one, other) => firstNumber(one) - firstNumber(other),
  );
}

function firstNumber({ numbers }: Identity): number {
  return Math.min(...numbers.map(({ id }) => id));
}

type NumberKey = Parameters<typeof numberKey>[0];

function byText(one: NumberKey, other: NumberKey): number {
  return numberKey(one) < numberKey(other) ? -1 : 1;
}

type NumberGroups = Groups<number>;

/** Joins groups by links, in any order, but never two groups that must stay apart. */
function joinApart(
  groups: NumberGroups,
  links: readonly (readonly number[])[],
  known: Iterable<number>,
): void {
  const all = new Groups(groups);
  for (const ids of links) all.join(ids);
  const apart = new Map<number, Set<number>>();
  for (const id of known) {
    const group = all.find(id);
    apart.set(group, (apart.get(group) ?? new Set()).add(groups.find(id)));
  }
  const isSafe = (id: number) => (apart.get(all.find(id))?.size ?? 0) < 2;
  for (const ids of links.filter((own) => own.every(isSafe))) groups.join(ids);
}

function groupsOf(
  links: Links,
  numbers: readonly KnownNumber[],
  ofForgotten: readonly KnownNumber[],
  census: CensusRecords,
): NumberGroups {
  const { messages, numbersOf } = links;
  const groups: NumberGroups = new Groups();
  const pairs = pairsBy(links, numbers);
  const namedBy = ({ row }: KnownMessage) => numbersOf.get(row.id) ?? [];
  const ofFacilities = messages.filter(isOfFacility);
  for (const message of ofFacilities) {
    if (message.facts.event !== "merge") groups.join(namedBy(message));
  }
  for (const { named, meant } of links.meant) {
    if (meant !== null) groups.join([named, meant]);
  }
  const byHolder = groupedBy(ofForgotten, ({ patientId }) => `${patientId}`);
  for (const own of byHolder) groups.join(own.map(({ id }) => id));
  joinRecords(groups, links, numbers, census);
  // Nobody joins somebody forgotten (R312).
  const forgotten = new Set(ofForgotten.map(({ id }) => groups.find(id)));
  const mayJoin = (own: readonly number[]) =>
    new Set(own.map((id) => forgotten.has(groups.find(id)))).size < 2;
  const mayMerge = (some: readonly KnownMessage[]) =>
    some.flatMap((message) => pairs.get(message) ?? []).filter(mayJoin);
  const merges = mayMerge(ofFacilities);
  const ofHospitals = messages.filter((message) => !isOfFacility(message));
  const mergesOfHospitals = mayMerge(ofHospitals);
  for (const own of merges) groups.join(own);
  if (mergesOfHospitals.length > 0) {
    const idOf = new Map(numbers.map((one) => [numberKey(one), one.id]));
    const records = ofHospitals
      .flatMap((message) => recordNumbersOf([message]))
      .flatMap((one) => idOf.get(numberKey(one)) ?? []);
    joinApart(groups, mergesOfHospitals, [
      ...ofFacilities.flatMap(namedBy),
      ...records,
    ]);
  }
  // Merges may join two residents with the same record number.
  joinRecords(groups, links, numbers, census);
  return groups;
}

/** Residents named by facilities precede those named only by hospitals. */
export function strongest<Claim extends { isOfFacility: boolean }>(
  claims: readonly Claim[],
): readonly Claim[] {
  const named = claims.filter(({ isOfFacility }) => isOfFacility);
  return named.length > 0 ? named : claims;
}

/** Joins a census patient's record numbers, except those that two residents share in one facility (R303). */
function joinRecords(
  groups: NumberGroups,
  { messages, numbersOf }: Links,
  numbers: readonly KnownNumber[],
  census: CensusRecords,
): void {
  const ofGroup = new Map<number, Set<KnownMessage>>();
  for (const message of messages) {
    for (const id of numbersOf.get(message.row.id) ?? []) {
      const group = groups.find(id);
      ofGroup.set(group, (ofGroup.get(group) ?? new Set()).add(message));
    }
  }
  const known = new Map(numbers.map((one) => [numberKey(one), one]));
  const claims = [...ofGroup].flatMap(([group, own]) => {
    const isNamed = [...own].some(isOfFacility);
    return recordNumbersOf([...own]).flatMap((record) => {
      const number = known.get(numberKey(record));
      if (!number || groups.find(number.id) !== group) return [];
      return [{ ...record, id: number.id, group, isOfFacility: isNamed }];
    });
  });
  const places = groupedBy(claims, ({ number, mrnAt }) =>
    JSON.stringify([number, mrnAt]),
  );
  const clear = places.map(strongest).filter(isOfOneGroup).flat();
  const ofPatients = groupedBy(
    clear.flatMap(({ id, number, mrnAt }) =>
      census.at(number, mrnAt).map((patientId) => ({
        id,
        patientId: census.mergedByCensus(patientId),
      })),
    ),
    ({ patientId }) => `${patientId}`,
  );
  for (const own of ofPatients) groups.join(own.map(({ id }) => id));
}

function isOfOneGroup(claims: readonly { group: number }[]): boolean {
  return new Set(claims.map(({ group }) => group)).size === 1;
}

/** Ids that each merge joins: numbers it names and numbers it means. */
function pairsBy(
  { messages, numbersOf }: Links,
  numbers: readonly KnownNumber[],
): Map<KnownMessage, number[][]> {
  const known = new Map(numbers.map((one) => [one.id, one]));
  return new Map(
    messages
      .filter(({ facts }) => facts.event === "merge")
      .map((message) => {
        const merges = mergesOf(message).map((pair) => [
          ...pair.people,
          ...pair.merged,
        ]);
        const exact = new Set(merges.flat().map(numberKey));
        const named = (numbersOf.get(message.row.id) ?? []).flatMap(
          (id) => known.get(id) ?? [],
        );
        const pairs = merges.map((own) => {
          const keys = new Set(own.map(numberKey));
          const texts = new Set(own.map(({ number }) => number));
          const isMeant = (one: KnownNumber) =>
            !exact.has(numberKey(one)) && texts.has(one.number);
          return named
            .filter((one) => keys.has(numberKey(one)) || isMeant(one))
            .map(({ id }) => id);
        });
        return [message, pairs] as const;
      }),
  );
}

type Links = Awaited<ReturnType<typeof followLinks>>;

async function followLinks(
  db: Kysely<Schema>,
  numberIds: Iterable<number>,
  census: CensusRecords,
) {
  const ids = new Set<number>();
  const numbersOf = new Map<number, number[]>();
  const messages: KnownMessage[] = [];
  const meant: MeantNumber[] = [];
  const seen = new Set<number>();
  let next = [...new Set(numberIds)];
  while (next.length > 0) {
    for (const id of next) ids.add(id);
    const links = await readLinks(db, "number_id", next);
    const unread = new Set(links.map(({ message_id }) => message_id));
    for (const id of seen) unread.delete(id);
    for (const id of unread) seen.add(id);
    const read = (await readMessages(db, [...unread])).filter(isKnown);
    messages.push(...read);
    const readIds = read.map(({ row }) => row.id);
    const beside = new Set<number>();
    for (const link of await readLinks(db, "message_id", readIds)) {
      const own = numbersOf.get(link.message_id) ?? [];
      numbersOf.set(link.message_id, [...own, link.number_id]);
      if (!ids.has(link.number_id)) beside.add(link.number_id);
    }
    const alike = await meantNumbers(db, next);
    meant.push(...alike);
    const together = [
      ...alike.flatMap((one) => [one.named, one.meant ?? []].flat()),
      ...(await numbersHeldBeside(db, next, read, census)),
    ];
    for (const id of together) if (!ids.has(id)) beside.add(id);
    next = [...beside];
  }
  return { ids, messages, numbersOf, meant };
}

async function readLinks(
  db: Kysely<Schema>,
  column: "number_id" | "message_id",
  ids: readonly number[],
) {
  const links: { number_id: number; message_id: number }[] = [];
  for (const some of chunksOf(ids, 5_000)) {
    const rows = await db
      .selectFrom("feed_message_numbers")
      .where(isIn(column, some))
      .select(["number_id", "message_id"])
      .orderBy("message_id")
      .orderBy("number_id")
      .execute();
    links.push(...rows);
  }
  return links;
}

async function readNumbers(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await db
    .selectFrom("feed_numbers")
    .leftJoin("patients", "patients.id", "patient_id")
    .where(isIn("feed_numbers.id", ids))
    .select(["feed_numbers.id", "scope", "number", "patient_id as patientId"])
    .select("forgotten_at")
    .execute();
  return rows.sort(byText);
}
