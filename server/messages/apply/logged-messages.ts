import { createHash } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { Kysely, Selectable } from "kysely";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import type {
  MessageFacts,
  NumberType,
  PersonNumber,
} from "~/features/messages/rules/message-facts";
import {
  isNumber,
  pairsOf,
  type MergedPair,
} from "~/features/messages/rules/person-numbers";
import {
  parseOrigins,
  readSenderCodes,
} from "~/features/messages/rules/sender-rules";
import {
  comesTrueAt,
  saidMsOf,
  wordOf,
  type KnownSender,
  type SentFacts,
} from "~/features/messages/rules/word-of-message";
import type { Word } from "~/features/messages/rules/words";
import { chunksOf, isIn } from "~server/measures/question";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";

type Row = Selectable<FeedMessageTable>;

export interface LoggedMessage {
  row: Row;
  facts: MessageFacts;
  sender: KnownSender | "unknown_sender" | "unknown_facility" | "wrong_origin";
}

export interface KnownMessage extends LoggedMessage {
  sender: KnownSender;
  /** A merge has those of both sides. Empty if no type is known. */
  numbers: ScopedNumber[];
}

export function isKnown(message: LoggedMessage): message is KnownMessage {
  return typeof message.sender === "object";
}

export async function readMessages(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<LoggedMessage[]> {
  const rows: Row[] = [];
  for (const some of chunksOf(ids, 5_000)) {
    const read = await db
      .selectFrom("feed_messages")
      .where(isIn("id", some))
      .where("status", "in", ["stored", "used", "waiting"])
      .selectAll()
      .execute();
    rows.push(...read);
  }
  return withSenders(db, rows);
}

export async function readStored(
  db: Kysely<Schema>,
  most: number,
  only: number | null = null,
): Promise<LoggedMessage[]> {
  const stored = db.selectFrom("feed_messages").where("status", "=", "stored");
  const rows = await (only === null ? stored : stored.where("id", "=", only))
    .orderBy("id")
    .limit(most)
    .selectAll()
    .execute();
  return withSenders(db, rows);
}

async function withSenders(
  db: Kysely<Schema>,
  rows: readonly Row[],
): Promise<LoggedMessage[]> {
  if (rows.length === 0) return [];
  const names = new Set(rows.map(({ sender }) => sender ?? ""));
  const senders = await db
    .selectFrom("senders")
    .leftJoin("facilities", "facilities.id", "senders.facility_id")
    .where("sender", "in", [...names])
    .select(["sender", "facility", "role", "facility_id as facilityId"])
    .select(["codes", "bound_to", "time_zone"])
    .execute();
  const knownSenderOf = (row: Row, facts: MessageFacts | null) => {
    const own = senders.filter(({ sender }) => sender === (row.sender ?? ""));
    if (own.length === 0) return "unknown_sender";
    const found = senderOf(row, own);
    if (found) {
      const { bound_to, codes, time_zone, ...sender } = found;
      if (!mayCome(bound_to, row.came_from)) return "wrong_origin";
      const timeZone = time_zone ?? DEFAULT_TIME_ZONE;
      return { ...sender, timeZone, codes: readSenderCodes(codes).codes };
    }
    const ofAny = facts?.event === "merge" && ofAnyFacility(row, own);
    if (!ofAny) return "unknown_facility";
    return own.every(({ bound_to }) => mayCome(bound_to, row.came_from))
      ? ofAny
      : "wrong_origin";
  };
  return rows.map((row): LoggedMessage | KnownMessage => {
    const facts = JSON.parse(row.facts ?? "null") as MessageFacts;
    const sender = knownSenderOf(row, facts);
    return typeof sender === "string"
      ? { row, facts, sender }
      : { row, facts, sender, numbers: numbersOf(facts, sender) };
  });
}

/** Checks the origin (R519): an address or `files`, and names of a certificate. */
export function mayCome(boundTo: string, cameFrom: string | null): boolean {
  if (boundTo === "" || cameFrom === null) return true;
  const [place = "", ...names] = JSON.parse(cameFrom) as string[];
  const address = place.replace(/%.*$/, "");
  return parseOrigins(boundTo).some((origin) => {
    switch (origin?.kind) {
      case "files":
        return place === "files";
      case "certificate":
        return names.some((name) => name.toLowerCase() === origin.name);
      case "network": {
        const network = new BlockList();
        const family = origin.isV6 ? "ipv6" : "ipv4";
        network.addSubnet(origin.address, origin.prefix, family);
        return network.check(address, isIPv6(address) ? "ipv6" : "ipv4");
      }
      case undefined:
        return false;
    }
  });
}

/** Matches PV1-3.4, else MSH-4.1. A row without a code is for messages with neither. */
export function senderOf<Known extends { sender: string; facility: string }>(
  { sender, facility, location }: Pick<Row, "sender" | "facility" | "location">,
  rows: readonly Known[],
): Known | undefined {
  const own = rows.filter((row) => row.sender === (sender ?? ""));
  const codes = [location, facility].filter(Boolean);
  const [found] = (codes.length > 0 ? codes : [""]).flatMap(
    (code) => own.find((one) => one.facility === code) ?? [],
  );
  return found;
}

/** A merge without a facility; null if the sender is both facility and hospital. */
function ofAnyFacility(
  { sender, facility }: Row,
  own: readonly { role: KnownSender["role"]; codes: string }[],
): KnownSender | null {
  const [role, ...others] = new Set(own.map((row) => row.role));
  if (!role || others.length > 0) return null;
  return {
    sender: sender ?? "",
    facility: facility ?? "",
    role,
    facilityId: null,
    timeZone: DEFAULT_TIME_ZONE,
    codes: readSenderCodes(own.map((row) => row.codes).join(" ")).codes,
  };
}

/** `timeZone` sets the clocks it is read by. */
export function wordOfMessage(
  message: KnownMessage,
  timeZone = message.sender.timeZone,
): Word | null {
  return wordOf({ ...sentFacts(message), timeZone });
}

export function saidAtOf(message: KnownMessage): string {
  return new Date(saidMsOf(sentFacts(message))).toISOString();
}

export function isStillToCome(message: KnownMessage, now: Date): boolean {
  const at = comesTrueAt(sentFacts(message));
  return at !== null && at > now.getTime();
}

function sentFacts({ row, facts, sender }: KnownMessage): SentFacts {
  const receivedMs = Date.parse(row.received_at);
  return { ...sender, id: row.id, facts, receivedMs };
}

const MOVEMENTS: ReadonlySet<MessageFacts["event"]> = new Set([
  "admit",
  "discharge",
  "leave",
  "return",
  "state",
]);

export function isOfFacility({
  sender,
}: Pick<KnownMessage, "sender">): boolean {
  return sender.role === "facility";
}

export function isMovement(message: KnownMessage): boolean {
  return isOfFacility(message) && MOVEMENTS.has(message.facts.event);
}

export interface ScopedNumber {
  scope: string;
  number: string;
  /** The facility that may have given it as a record number. */
  mrnAt: number | null;
  type: NumberType | undefined;
}

/** Empty unless the message is a merge. */
export function mergesOf({
  facts,
  sender,
}: Pick<KnownMessage, "facts" | "sender">): Record<
  keyof MergedPair,
  ScopedNumber[]
>[] {
  return pairsOf(facts).map(({ people, merged }) => ({
    people: scopedNumbers(people, sender),
    merged: scopedNumbers(merged, sender),
  }));
}

function numbersOf(facts: MessageFacts, sender: KnownSender): ScopedNumber[] {
  if (facts.event !== "merge") return scopedNumbers(facts.people, sender);
  const sides = mergesOf({ facts, sender }).flatMap(({ people, merged }) => [
    people,
    merged,
  ]);
  return sides.every((side) => side.length > 0) ? sides.flat() : [];
}

/** Leaves out numbers of unknown types. */
export function scopedNumbers(
  people: readonly PersonNumber[],
  sender: KnownSender,
): ScopedNumber[] {
  return people.flatMap((person): ScopedNumber[] => {
    const type = typeOf(person, sender);
    if (!isNumber(person.number) || type === "unknown") return [];
    const isNamed = isNamedMrn(person, sender);
    return [
      {
        scope: indexed(scopeOf(person, sender)),
        number: indexed(person.number),
        mrnAt: isMrn(person, sender) ? sender.facilityId : null,
        type: isNamed ? "MR" : type,
      },
    ];
  });
}

function typeOf(
  { type, ownType }: PersonNumber,
  { codes }: KnownSender,
): NumberType | "unknown" | undefined {
  if (ownType === undefined) return type;
  const code = codes["PID-3.5"]?.get(ownType);
  return code === "MR" || code === "PI" ? code : "unknown";
}

export function numberKey({
  scope,
  number,
}: Pick<ScopedNumber, "scope" | "number">): string {
  return JSON.stringify([number, scope]);
}

/** The sending facility and the authority; the authority alone if it is shared or no facility is known (R517). */
function scopeOf({ authority }: PersonNumber, sender: KnownSender): string {
  const { facilityId, facility } = sender;
  const given = authority === "" ? "" : indexed(`=${authority}`);
  if (facilityId === null) {
    return given || indexed(`@${JSON.stringify([sender.sender, facility])}`);
  }
  const isShared = wordsOf(authority, sender).includes("SHARED");
  return isShared ? given : `#${facilityId}${given}`;
}

function wordsOf(authority: string, { codes }: KnownSender): readonly string[] {
  return codes["PID-3.4"]?.get(authority)?.split(",") ?? [];
}

/** A hospital's own numbers are not the facility's, unless its codes say so. */
function isMrn(person: PersonNumber, sender: KnownSender): boolean {
  if (isNamedMrn(person, sender)) return true;
  if (sender.role === "hospital") return person.authority === "";
  const named = [...(sender.codes["PID-3.4"]?.keys() ?? [])];
  return !named.some((authority) => isNamedMrn({ authority }, sender));
}

function isNamedMrn(
  { authority }: Pick<PersonNumber, "authority">,
  sender: KnownSender,
): boolean {
  return wordsOf(authority, sender).includes("MRN");
}

const MOST_CHARACTERS = 200;

/** Short enough for an index. */
function indexed(text: string): string {
  const plain = text.replaceAll("\0", "");
  return plain.length <= MOST_CHARACTERS
    ? plain
    : createHash("sha256").update(plain).digest("hex");
}

/** All who were forgotten (R312). */
export async function forgottenIds(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom("patients")
    .where("forgotten_at", "is not", null)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

export interface RecordNumber extends ScopedNumber {
  mrnAt: number;
}

/** A resident's record numbers. Type PI may be the company's; it counts if the facility names no other (R303). */
export function recordNumbersOf(
  messages: readonly KnownMessage[],
): RecordNumber[] {
  const each = new Map<string, RecordNumber>();
  for (const one of messages.flatMap(({ numbers }) => numbers)) {
    const { mrnAt } = one;
    if (mrnAt === null) continue;
    // Thousands of messages may name the same number.
    each.set(JSON.stringify(one), { ...one, mrnAt });
  }
  const named = [...each.values()];
  const keysOf = (type: ScopedNumber["type"]) =>
    new Set(named.filter((one) => one.type === type).map(numberKey));
  // Some messages omit the type that others give.
  const [records, others] = [keysOf("MR"), keysOf("PI")];
  const isSure = (one: RecordNumber) => {
    const key = numberKey(one);
    return records.has(key) || !others.has(key);
  };
  const sureAt = new Set(named.filter(isSure).map(({ mrnAt }) => mrnAt));
  return named.filter((one) => isSure(one) || !sureAt.has(one.mrnAt));
}
