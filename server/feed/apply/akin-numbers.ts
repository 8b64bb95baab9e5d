import type { Kysely } from "kysely";
import type { MessageFacts, PersonNumber } from "~/domain/feed/message-facts";
import { isSameGiver, pairsOf } from "~/domain/feed/person-numbers";
import { isIn } from "~server/measures/question";
import { MERGES } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import { scopedNumbers, type KnownMessage } from "./logged-messages";

/** Messages of a number in which its giver is looked for: they hardly differ. */
const MOST_READ = 200;

/** A number that a merge names, and the one that it means. */
interface AkinNumber {
  message_id: number;
  number_id: number;
}

/**
 * The numbers that merges mean where they tell less of them than other messages do: MRG-1 often leaves out who gave a number. It is the
 * only one of that text whose giver it may be, in messages of the same facility or under authorities that are shared.
 */
export async function akinNumbers(
  db: Kysely<Schema>,
  messages: readonly KnownMessage[],
): Promise<AkinNumber[]> {
  const akin: AkinNumber[] = [];
  for (const message of messages) {
    if (message.numbers.length === 0) continue;
    const people = pairsOf(message.facts).flatMap((pair) => [
      ...pair.people,
      ...pair.merged,
    ]);
    for (const person of people) {
      const ids = await akinTo(db, person, message);
      const [number_id, ...others] = ids;
      if (number_id === undefined || others.length > 0) continue;
      akin.push({ message_id: message.row.id, number_id });
    }
  }
  return akin;
}

/** None where another message names the number as the merge does. */
async function akinTo(
  db: Kysely<Schema>,
  person: PersonNumber,
  { sender, row }: KnownMessage,
): Promise<number[]> {
  const [own] = scopedNumbers([person], sender);
  if (!own) return [];
  const named = db
    .selectFrom("feed_numbers")
    .innerJoin("feed_message_numbers", "number_id", "feed_numbers.id")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where("number", "=", own.number)
    .where("type", "not in", MERGES)
    .where("status", "in", ["stored", "used", "waiting"])
    .orderBy("feed_messages.id", "desc")
    .limit(MOST_READ)
    .select([
      "number_id",
      "facts",
      "sender",
      "facility",
      "feed_messages.facility_id",
      "scope",
    ]);
  const asItIs = await named.where("scope", "=", own.scope).executeTakeFirst();
  if (asItIs) return [];
  const ids = new Set<number>();
  for (const one of await named.execute()) {
    const facts = JSON.parse(one.facts ?? "null") as MessageFacts;
    const isOfSame =
      sender.facilityId === null
        ? one.sender === row.sender
        : one.facility_id === sender.facilityId || isOfEnterprise(row, one);
    const areShared = [own, one].every(({ scope }) => !scope.startsWith("#"));
    const isMeant = facts.people.some(
      (other) =>
        other.number === person.number &&
        (isSameGiver(person, other)
          ? isOfSame || areShared
          : isOfSame && (person.authority === "" || other.authority === "")),
    );
    if (isMeant) ids.add(one.number_id);
  }
  return [...ids];
}

/** A merge that says no more than the enterprise whose message another one is. */
function isOfEnterprise(
  merge: KnownMessage["row"],
  other: { sender: string | null; facility: string | null },
): boolean {
  return (
    !merge.location &&
    merge.sender === other.sender &&
    merge.facility === other.facility
  );
}

/** Has the merges tried again that wait for numbers of these texts. */
export async function wakeMerges(
  db: Kysely<Schema>,
  numberIds: readonly number[],
): Promise<void> {
  await db
    .updateTable("feed_messages")
    .set({ status: "stored", reason: null })
    .where("status", "=", "waiting")
    .where("reason", "=", "nothing_to_merge")
    .where(
      "id",
      "in",
      db
        .selectFrom("feed_message_numbers")
        .innerJoin("feed_numbers as waiting", "waiting.id", "number_id")
        .innerJoin("feed_numbers as told", "told.number", "waiting.number")
        .where(isIn("told.id", numberIds))
        .select("message_id"),
    )
    .execute();
}
