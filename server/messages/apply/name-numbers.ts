import { sql, type Kysely, type Selectable, type SqlBool } from "kysely";
import type {
  MessageFacts,
  PersonNumber,
} from "~/features/messages/rules/message-facts";
import { isSameGiver, pairsOf } from "~/features/messages/rules/person-numbers";
import { MOST_MESSAGES } from "~/features/messages/rules/message-limits";
import { isIn } from "~server/measures/question";
import {
  MERGES,
  type FeedMessageNumberTable,
  type FeedMessageTable,
  type FeedNumberTable,
} from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import { setAside } from "./settle-messages";
import {
  isKnown,
  isMovement,
  isStillToCome,
  numberKey,
  readMessages,
  saidAtOf,
  scopedNumbers,
  type KnownMessage,
  type LoggedMessage,
} from "./logged-messages";

/** The newest messages of a number are enough to know its authority. */
const MOST_READ = 200;

const TELLS = sql<SqlBool>`type not in (${sql.join(MERGES)}) and status in ('stored', 'used', 'waiting')`;

type Link = Selectable<FeedMessageNumberTable>;

type ReportedNumber = Pick<
  Selectable<FeedNumberTable>,
  "id" | "scope" | "number"
>;

/** `renamed` are links with a new number, because their sender changed. */
export async function nameNumbers(
  db: Kysely<Schema>,
  messages: readonly LoggedMessage[],
  now: Date,
) {
  const before = await db
    .deleteFrom("feed_message_numbers")
    .where(
      isIn(
        "message_id",
        messages.map(({ row }) => row.id),
      ),
    )
    .returning(["message_id", "number_id"])
    .execute();
  const concerned = new Set(before.map(({ number_id }) => number_id));
  for (const message of messages) {
    const sender = isKnown(message) ? message.sender : null;
    await db
      .updateTable("feed_messages")
      .set({
        facility_id: sender?.facilityId ?? null,
        role: sender?.role ?? null,
        said_at: isKnown(message) ? saidAtOf(message) : null,
        movement: isKnown(message) && isMovement(message) ? 1 : 0,
        ...(sender && { came_from: null }),
        ...stateOf(message, now),
      })
      .where("id", "=", message.row.id)
      .execute();
  }
  const known = messages
    .filter(isKnown)
    .filter((message) => !isStillToCome(message, now));
  const ids = await storeNumbers(db, known);
  const links = known.flatMap((message) =>
    [...new Set(message.numbers.map(numberKey))].map((key) => ({
      message_id: message.row.id,
      number_id: ids.get(key) ?? 0,
    })),
  );
  const full = await fullNumbers(db, [...ids.values()]);
  const left = new Set(
    links
      .filter(({ number_id }) => full.has(number_id))
      .map(({ message_id }) => message_id),
  );
  await setAside(db, [...left]);
  const own = links.filter(({ message_id }) => !left.has(message_id));
  await storeLinks(db, own);
  for (const { number_id } of own) concerned.add(number_id);
  const merges = await linkMerges(db, [...concerned]);
  for (const id of merges.concerned) concerned.add(id);
  const named = [...own, ...merges.made];
  const numbersOf = new Map<number, Set<number>>();
  for (const { message_id, number_id } of named) {
    const ids = numbersOf.get(message_id) ?? new Set();
    numbersOf.set(message_id, ids.add(number_id));
  }
  const renamed = before.filter(
    (link) => numbersOf.get(link.message_id)?.has(link.number_id) === false,
  );
  return { concerned, renamed };
}

function stateOf(
  message: LoggedMessage,
  now: Date,
): Pick<FeedMessageTable, "status" | "reason"> {
  const reason = isKnown(message) ? whyNotYet(message, now) : message.sender;
  return typeof reason === "string"
    ? { status: "waiting", reason }
    : { status: "used", reason: null };
}

function whyNotYet(message: KnownMessage, now: Date) {
  if (isStillToCome(message, now)) return "not_yet";
  return message.numbers.length > 0 ? null : "unknown_number";
}

/** Numbers with too many messages, without dropped ones (R307). */
async function fullNumbers(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where(isIn("number_id", ids))
    .where("status", "<>", "dropped")
    .groupBy("number_id")
    .having((eb) => eb.fn.countAll(), ">", MOST_MESSAGES)
    .select("number_id")
    .execute();
  return new Set(rows.map(({ number_id }) => number_id));
}

export async function storeLinks(
  db: Kysely<Schema>,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return;
  await db
    .insertInto("feed_message_numbers")
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function forgetLinks(
  db: Kysely<Schema>,
  links: readonly Link[],
): Promise<void> {
  for (const { message_id, number_id } of links) {
    await db
      .deleteFrom("feed_message_numbers")
      .where("message_id", "=", message_id)
      .where("number_id", "=", number_id)
      .execute();
  }
}

async function storeNumbers(
  db: Kysely<Schema>,
  messages: readonly KnownMessage[],
): Promise<Map<string, number>> {
  const numbers = new Map(
    messages
      .flatMap((message) => message.numbers)
      .map((one) => [numberKey(one), one]),
  );
  if (numbers.size === 0) return new Map();
  const values = [...numbers.values()].map(({ scope, number }) => ({
    scope,
    number,
  }));
  await db
    .insertInto("feed_numbers")
    .values(values)
    .onConflict((conflict) => conflict.columns(["number", "scope"]).doNothing())
    .execute();
  const rows = await db
    .selectFrom("feed_numbers")
    .where(
      "number",
      "in",
      values.map(({ number }) => number),
    )
    .select(["id", "scope", "number"])
    .execute();
  return new Map(
    rows
      .filter((row) => numbers.has(numberKey(row)))
      .map((row) => [numberKey(row), row.id]),
  );
}

/**
 * Links merges with a new meaning after a number of the same text came or went. MRG-1 often omits the authority; the
 * merge then means the only number that fits.
 */
export async function linkMerges(
  db: Kysely<Schema>,
  numberIds: readonly number[],
): Promise<{ made: Link[]; concerned: number[] }> {
  const merges = await mergesNaming(db, numberIds);
  const links = await db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_numbers", "feed_numbers.id", "number_id")
    .where(
      isIn(
        "message_id",
        merges.map(({ row }) => row.id),
      ),
    )
    .select(["message_id", "number_id", "scope", "number"])
    .execute();
  const reported = await reportedNumbers(
    db,
    new Set(links.map(({ number }) => number)),
  );
  const made: Link[] = [];
  const ended: Link[] = [];
  const concerned: number[] = [];
  for (const merge of merges) {
    const message_id = merge.row.id;
    const own = links.filter((one) => one.message_id === message_id);
    const named = new Set(merge.numbers.map(numberKey));
    const akin = await akinNumbers(db, merge, reported);
    const known = own.map(({ number_id }) => number_id);
    const added = akin.filter((id) => !known.includes(id));
    const gone = own.filter(
      (one) => !named.has(numberKey(one)) && !akin.includes(one.number_id),
    );
    if (added.length + gone.length === 0) continue;
    made.push(...added.map((number_id) => ({ message_id, number_id })));
    ended.push(...gone);
    concerned.push(...known, ...added);
  }
  await storeLinks(db, made);
  await forgetLinks(db, ended);
  return { made, concerned };
}

async function mergesNaming(
  db: Kysely<Schema>,
  numberIds: readonly number[],
): Promise<KnownMessage[]> {
  const rows = await db
    .selectFrom("feed_numbers as named")
    .innerJoin("feed_numbers as merged", "merged.number", "named.number")
    .innerJoin("feed_message_numbers", "number_id", "merged.id")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where(isIn("named.id", numberIds))
    .where("type", "in", MERGES)
    .where("status", "in", ["used", "waiting"])
    .select("message_id")
    .distinct()
    .execute();
  const ids = rows.map(({ message_id }) => message_id);
  return (await readMessages(db, ids)).filter(isKnown);
}

function reportedNumbers(
  db: Kysely<Schema>,
  texts: ReadonlySet<string>,
): Promise<ReportedNumber[]> {
  if (texts.size === 0) return Promise.resolve([]);
  return db
    .selectFrom("feed_numbers")
    .where("number", "in", [...texts])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("feed_message_numbers")
          .innerJoin("feed_messages", "feed_messages.id", "message_id")
          .whereRef("number_id", "=", "feed_numbers.id")
          .where(TELLS)
          .select("message_id"),
      ),
    )
    .select(["id", "scope", "number"])
    .execute();
}

async function akinNumbers(
  db: Kysely<Schema>,
  merge: KnownMessage,
  reported: readonly ReportedNumber[],
): Promise<number[]> {
  if (merge.numbers.length === 0) return [];
  const akin = new Set<number>();
  for (const { people, merged } of pairsOf(merge.facts)) {
    for (const person of [...people, ...merged]) {
      const id = await akinTo(db, person, merge, reported);
      if (id !== null) akin.add(id);
    }
  }
  return [...akin];
}

/** Null if a message names the number as the merge does, or several fit. */
async function akinTo(
  db: Kysely<Schema>,
  person: PersonNumber,
  merge: KnownMessage,
  reported: readonly ReportedNumber[],
): Promise<number | null> {
  const [own] = scopedNumbers([person], merge.sender);
  const possible = reported.filter(({ number }) => number === own?.number);
  if (!own || possible.some(({ scope }) => scope === own.scope)) return null;
  let akin: number | null = null;
  for (const { id, scope } of possible) {
    const areShared = [own.scope, scope].every((one) => !one.startsWith("#"));
    const messages = await db
      .selectFrom("feed_message_numbers")
      .innerJoin("feed_messages", "feed_messages.id", "message_id")
      .where("number_id", "=", id)
      .where(TELLS)
      // This order ignores arrival.
      .orderBy("said_at", "desc")
      .orderBy("digest")
      .limit(MOST_READ)
      .select(["facts", "sender", "facility", "facility_id"])
      .execute();
    if (!messages.some((one) => mayBeOf(one, person, merge, areShared))) {
      continue;
    }
    if (akin !== null) return null;
    akin = id;
  }
  return akin;
}

/** The same authority, or one side omits it. */
function mayBeOf(
  other: Pick<
    KnownMessage["row"],
    "facts" | "sender" | "facility" | "facility_id"
  >,
  person: PersonNumber,
  { sender, row }: KnownMessage,
  areShared: boolean,
): boolean {
  const facts = JSON.parse(other.facts ?? "null") as MessageFacts;
  const isOfSame =
    sender.facilityId === null
      ? other.sender === row.sender
      : other.facility_id === sender.facilityId ||
        // A merge without a facility comes from the sender of the other message.
        (!row.location &&
          row.sender === other.sender &&
          row.facility === other.facility);
  return facts.people.some(
    (one) =>
      one.number === person.number &&
      (isSameGiver(person, one)
        ? isOfSame || areShared
        : isOfSame && (person.authority === "" || one.authority === "")),
  );
}
