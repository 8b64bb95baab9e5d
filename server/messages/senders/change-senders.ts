import type { Selectable, Transaction } from "kysely";
import {
  senderProblems,
  senderRuleWords as words,
  type WantedSender,
} from "~/features/messages/rules/sender-rules";
import { insertAuditEvents } from "~server/audit/audit-events";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { notFound, Refusal, refuseField } from "~server/refusal";
import type { SenderTable } from "~server/store/feed-tables";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Actor } from "~server/users/actor";
import { requireActingManager } from "~server/users/locked-users";
import {
  applyAnew,
  type SenderKey,
  auditedSender,
  auditedSenderChange,
  isSameSender,
} from "./changed-senders";

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

/**
 * The version of a sender that is added. One that was ended and is added again is another one: no version of it comes twice, so
 * that whoever has opened the old one does not change the new one.
 */
export function firstVersion(addedAt: Date): number {
  return addedAt.getTime();
}

/**
 * Adds a sender, or changes the one of its name and code, and has its messages applied again. Throws 400 for what no sender may be,
 * 401, 403, 404 for one that is gone, and 409 where it is there already or the version is not the newest.
 *
 * @param version the one that was edited; undefined for a new sender
 */
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
      // Whoever was first has it.
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
    await record(
      trx,
      actor,
      before && version !== undefined ? "change_sender" : "create_sender",
      before && version !== undefined
        ? auditedSenderChange(before, row)
        : auditedSender(row),
    );
  });
}

/** Ends a sender: its messages wait from now on. Throws 401, 403, 404, and 409 where the version is not the newest. */
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
