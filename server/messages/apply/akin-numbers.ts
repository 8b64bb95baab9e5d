import { sql, type Kysely, type Selectable, type SqlBool } from "kysely";
import type {
  MessageFacts,
  PersonNumber,
} from "~/features/messages/rules/message-facts";
import { isSameGiver, pairsOf } from "~/features/messages/rules/person-numbers";
import { isIn } from "~server/measures/question";
import {
  MERGES,
  type FeedMessageNumberTable,
  type FeedNumberTable,
} from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import {
  isKnown,
  numberKey,
  readMessages,
  scopedNumbers,
  type KnownMessage,
} from "./logged-messages";

/** The newest messages of a number are enough to know its authority. */
const MOST_READ = 200;

const TELLS = sql<SqlBool>`type not in (${sql.join(MERGES)}) and status in ('stored', 'used', 'waiting')`;

export type Link = Selectable<FeedMessageNumberTable>;

type ToldNumber = Pick<Selectable<FeedNumberTable>, "id" | "scope" | "number">;

interface LinkChanges {
  made: Link[];
  ended: Link[];
  concerned: number[];
}

/**
 * Finds merges with a new meaning after a number of the same text came or went. MRG-1 often omits the authority; the
 * merge then means the only number that fits.
 */
export async function findLinkChanges(
  db: Kysely<Schema>,
  numberIds: readonly number[],
): Promise<LinkChanges> {
  const changes: LinkChanges = { made: [], ended: [], concerned: [] };
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
  const told = await toldNumbers(
    db,
    new Set(links.map(({ number }) => number)),
  );
  for (const merge of merges) {
    const message_id = merge.row.id;
    const linked = links.filter((one) => one.message_id === message_id);
    const named = new Set(merge.numbers.map(numberKey));
    const akin = await akinNumbers(db, merge, told);
    const known = new Set(linked.map(({ number_id }) => number_id));
    const made = akin.filter((id) => !known.has(id));
    const ended = linked.filter(
      (one) => !named.has(numberKey(one)) && !akin.includes(one.number_id),
    );
    if (made.length + ended.length === 0) continue;
    changes.made.push(...made.map((number_id) => ({ message_id, number_id })));
    changes.ended.push(...ended);
    changes.concerned.push(...known, ...made);
  }
  return changes;
}

async function mergesNaming(
  db: Kysely<Schema>,
  numberIds: readonly number[],
): Promise<KnownMessage[]> {
  const rows = await db
    .selectFrom("feed_numbers as told")
    .innerJoin("feed_numbers as merged", "merged.number", "told.number")
    .innerJoin("feed_message_numbers", "number_id", "merged.id")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where(isIn("told.id", numberIds))
    .where("type", "in", MERGES)
    .where("status", "in", ["used", "waiting"])
    .select("message_id")
    .distinct()
    .execute();
  const ids = rows.map(({ message_id }) => message_id);
  return (await readMessages(db, ids)).filter(isKnown);
}

function toldNumbers(
  db: Kysely<Schema>,
  texts: ReadonlySet<string>,
): Promise<ToldNumber[]> {
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
  told: readonly ToldNumber[],
): Promise<number[]> {
  if (merge.numbers.length === 0) return [];
  const akin = new Set<number>();
  for (const { people, merged } of pairsOf(merge.facts)) {
    for (const person of [...people, ...merged]) {
      const id = await akinTo(db, person, merge, told);
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
  told: readonly ToldNumber[],
): Promise<number | null> {
  const [own] = scopedNumbers([person], merge.sender);
  const possible = told.filter(({ number }) => number === own?.number);
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
  told: Pick<
    KnownMessage["row"],
    "facts" | "sender" | "facility" | "facility_id"
  >,
  person: PersonNumber,
  { sender, row }: KnownMessage,
  areShared: boolean,
): boolean {
  const facts = JSON.parse(told.facts ?? "null") as MessageFacts;
  const isOfSame =
    sender.facilityId === null
      ? told.sender === row.sender
      : told.facility_id === sender.facilityId ||
        // A merge without a facility comes from the sender of the other message.
        (!row.location &&
          row.sender === told.sender &&
          row.facility === told.facility);
  return facts.people.some(
    (other) =>
      other.number === person.number &&
      (isSameGiver(person, other)
        ? isOfSame || areShared
        : isOfSame && (person.authority === "" || other.authority === "")),
  );
}
