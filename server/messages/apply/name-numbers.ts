import type { Kysely } from "kysely";
import { MOST_MESSAGES } from "~/features/messages/rules/told-too-much";
import { isIn } from "~server/measures/question";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import { findLinkChanges, type Link } from "./akin-numbers";
import { setAside } from "./settle-messages";
import {
  isKnown,
  isMovement,
  isStillToCome,
  numberKey,
  saidAtOf,
  type KnownMessage,
  type LoggedMessage,
} from "./logged-messages";

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

export async function linkMerges(
  db: Kysely<Schema>,
  numberIds: readonly number[],
) {
  const changes = await findLinkChanges(db, numberIds);
  await storeLinks(db, changes.made);
  await forgetLinks(db, changes.ended);
  return changes;
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
  const full = new Set<number>();
  const counts = await db
    .selectFrom("feed_message_numbers")
    .where(isIn("number_id", ids))
    .groupBy("number_id")
    .having((eb) => eb.fn.countAll(), ">", MOST_MESSAGES)
    .select("number_id")
    .execute();
  for (const { number_id } of counts) {
    const { count } = await db
      .selectFrom("feed_message_numbers")
      .innerJoin("feed_messages", "feed_messages.id", "message_id")
      .where("number_id", "=", number_id)
      .where("status", "<>", "dropped")
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) > MOST_MESSAGES) full.add(number_id);
  }
  return full;
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
