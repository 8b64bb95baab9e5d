import type { ExpressionBuilder, Kysely } from "kysely";
import type { AuditDetails } from "~/features/audit/rules/actions";
import {
  SENDER_FIELDS,
  type WantedSender,
} from "~/features/messages/rules/sender-rules";
import { isIn } from "~server/measures/question";
import { MERGES } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** False if it is there already. Versions never repeat, so a form of an ended sender cannot change its successor. */
export async function addSender(
  db: Db,
  sender: WantedSender,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("senders")
    .values({
      ...sender,
      version: at.getTime(),
      updated_at: at.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if it has another version. */
export async function changeSender(
  db: Db,
  sender: WantedSender,
  version: number,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("senders")
    .set({ ...sender, version: version + 1, updated_at: at.toISOString() })
    .where("sender", "=", sender.sender)
    .where("facility", "=", sender.facility)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const FIELDS = ["role", "facility_id", "codes", "bound_to"] as const;

export function isSameSender(one: WantedSender, other: WantedSender): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

export function auditedSender(sender: WantedSender): AuditDetails {
  const fields = SENDER_FIELDS.filter(
    (field) => field !== "bound_to" || sender.bound_to,
  );
  return Object.fromEntries(fields.map((field) => [field, sender[field]]));
}

export function auditedSenderChange(
  before: WantedSender,
  after: WantedSender,
): AuditDetails {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  return {
    sender: before.sender,
    facility: before.facility,
    ...Object.fromEntries(
      changed.map((field) => [
        field,
        `${before[field] ?? ""} → ${after[field] ?? ""}`,
      ]),
    ),
  };
}

export type SenderKey = Pick<WantedSender, "sender" | "facility">;

/** Applies messages of changed senders, and waiting ones of that name (R286). */
export async function applyAnew(
  db: Db,
  changed: readonly SenderKey[],
): Promise<void> {
  for (const { sender, facility } of changed) {
    await db
      .updateTable("feed_messages")
      .set({ status: "stored", reason: null })
      .where((eb) =>
        eb.and([
          named(eb, "sender", sender),
          eb.or([
            eb("status", "=", "waiting"),
            eb.and([
              eb("status", "=", "used"),
              eb.or([
                named(eb, "facility", facility),
                named(eb, "location", facility),
                // A merge may concern any of its sender's facilities.
                eb("type", "in", MERGES),
              ]),
            ]),
          ]),
        ]),
      )
      .execute();
  }
}

/** Messages without a name match the empty name; `coalesce` would bypass the index. */
function named(
  eb: ExpressionBuilder<Schema, "feed_messages">,
  column: "sender" | "facility" | "location",
  name: string,
) {
  const isSame = eb(column, "=", name);
  return name === "" ? eb.or([isSame, eb(column, "is", null)]) : isSame;
}

export function sendersOf(
  db: Db,
  facilityIds: readonly number[],
): Promise<SenderKey[]> {
  return db
    .selectFrom("senders")
    .where(isIn("facility_id", facilityIds))
    .select(["sender", "facility"])
    .orderBy("sender")
    .orderBy("facility")
    .execute();
}
