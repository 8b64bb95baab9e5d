import type {
  ExpressionBuilder,
  Kysely,
  Selectable,
  Transaction,
} from "kysely";
import type { AuditDetails } from "~/features/audit/rules/actions";
import {
  senderProblems,
  senderRuleWords as words,
  type WantedSender,
} from "~/features/messages/rules/sender-rules";
import { insertAuditEvents } from "~server/audit/audit-events";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { isIn } from "~server/measures/question";
import { notFound, Refusal, refuseField } from "~server/refusal";
import { MERGES, type SenderTable } from "~server/store/feed-tables";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Actor } from "~server/users/actor";
import { requireActingManager } from "~server/users/locked-users";

type StoredSender = Selectable<SenderTable>;

export type Sender = Omit<StoredSender, "updated_at">;

export async function readSenders({ db }: Store): Promise<Sender[]> {
  return db
    .selectFrom("senders")
    .select(["sender", "facility", "role", "facility_id", "codes"])
    .select(["bound_to", "version"])
    .orderBy("sender")
    .orderBy("facility")
    .execute();
}

/** Versions never repeat, so a form of an ended sender cannot change its successor. */
export function firstVersion(addedAt: Date): number {
  return addedAt.getTime();
}

/** `version` is the edited one; undefined adds a sender. */
export async function saveSender(
  { db }: Store,
  wanted: WantedSender,
  version: number | undefined,
  actor: Actor,
): Promise<void> {
  const [problem] = senderProblems(wanted);
  if (problem) refuseField(problem.field, problem.text);
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    await requireActingManager(trx, actor);
    await requireFacility(trx, wanted.facility_id);
    const before = await findSender(trx, wanted);
    const row = { ...wanted, updated_at: actor.at.toISOString() };
    if (version === undefined) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("senders")
        .values({ ...row, version: firstVersion(actor.at) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) {
        throw new Refusal(409, words.taken, { field: "sender" });
      }
    } else {
      if (!before) throw notFound();
      if (isSameSender(before, wanted)) return;
      const { numUpdatedRows } = await trx
        .updateTable("senders")
        .set({ ...row, version: version + 1 })
        .where("sender", "=", wanted.sender)
        .where("facility", "=", wanted.facility)
        .where("version", "=", version)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw stale();
    }
    await applyAnew(trx, [wanted]);
    await (before
      ? record(trx, actor, "change_sender", auditedSenderChange(before, row))
      : record(trx, actor, "create_sender", auditedSender(row)));
  });
}

export async function endSender(
  { db }: Store,
  key: SenderKey,
  version: number,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    await requireActingManager(trx, actor);
    const before = await findSender(trx, key);
    if (!before) throw notFound();
    const { numDeletedRows } = await trx
      .deleteFrom("senders")
      .where("sender", "=", key.sender)
      .where("facility", "=", key.facility)
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) throw stale();
    await applyAnew(trx, [key]);
    await record(trx, actor, "delete_sender", auditedSender(before));
  });
}

function stale(): Refusal {
  return new Refusal(409, words.stale, { code: "version_is_old" });
}

async function requireFacility(
  trx: Transaction<Schema>,
  id: number | null,
): Promise<void> {
  if (id === null) return;
  const facility = await trx
    .selectFrom("facilities")
    .where("id", "=", id)
    .select("id")
    .executeTakeFirst();
  if (!facility) refuseField("facility_id", words.unknownFacility);
}

function findSender(
  trx: Transaction<Schema>,
  { sender, facility }: SenderKey,
): Promise<StoredSender | undefined> {
  return trx
    .selectFrom("senders")
    .where("sender", "=", sender)
    .where("facility", "=", facility)
    .selectAll()
    .executeTakeFirst();
}

async function record(
  trx: Transaction<Schema>,
  { user, at, origin }: Actor,
  action: "create_sender" | "change_sender" | "delete_sender",
  details: ReturnType<typeof auditedSender>,
): Promise<void> {
  await insertAuditEvents(trx, [{ action, at, user, details, ...origin }]);
}

const FIELDS = ["role", "facility_id", "codes", "bound_to"] as const;

export function isSameSender(one: WantedSender, other: WantedSender): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

export function auditedSender({
  sender,
  facility,
  role,
  facility_id,
  codes,
  bound_to,
}: WantedSender): AuditDetails {
  return {
    sender,
    facility,
    role,
    facility_id,
    codes,
    ...(bound_to && { bound_to }),
  };
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
  db: Kysely<Schema>,
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
  db: Kysely<Schema>,
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
