import type { Kysely, Selectable, Transaction } from "kysely";
import { z } from "zod";
import { id } from "~/contract/wire";
import type { AuditAction, AuditDetails } from "~/features/audit/rules/actions";
import { feedWords } from "~/features/messages/rules/feed-words";
import { decodeMessage } from "~/features/messages/rules/hl7/charset";
import {
  ACTIONS_FOR,
  MESSAGE_ACTIONS,
  MESSAGE_REASON_NAMES,
  MESSAGE_STATUS_NAMES,
} from "~/features/messages/rules/message-states";
import {
  LONGEST_CODES,
  LONGEST_BOUND_TO,
  LONGEST_SENDER_NAME,
  SENDER_ROLES,
  senderProblems,
  senderRuleWords as words,
} from "~/features/messages/rules/sender-rules";
import { insertAuditEvents } from "~server/audit/audit-events";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import {
  notFound,
  outdated,
  Refusal,
  refuseField,
  refuseFields,
} from "~server/refusal";
import type { FeedMessageTable, SenderTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import { requireActingManager } from "~server/users/locked-users";
import { requireAccountManager } from "~server/users/actor";
import { dropMessage, takeTurn } from "./apply/apply-messages";
import {
  addSender,
  applyAnew,
  auditedSender,
  auditedSenderChange,
  changeSender,
  isSameSender,
  type SenderKey,
} from "./senders/change-senders";

export type Sender = Omit<Selectable<SenderTable>, "updated_at">;

const MESSAGES_OF_A_PAGE = 50;

const LEFT_OVER = ["waiting", "unusable"] as const;

const MESSAGE_COLUMNS = [
  "id",
  "received_at",
  "sender",
  "facility",
  "location",
  "control_id",
  "reused_id",
  "type",
  "status",
  "reason",
  "facility_id",
] as const;

/** Leaves out what the message says about a resident. */
export type FeedMessage = Pick<
  Selectable<FeedMessageTable>,
  (typeof MESSAGE_COLUMNS)[number]
>;

const senderName = z.string().max(LONGEST_SENDER_NAME);

/** Account managers alone may make this call and those below. */
export const listSenders = service({
  name: "senders",
  input: z.object({}),
  async run({ viewer, deps }): Promise<{ senders: Sender[] }> {
    requireAccountManager(viewer);
    const senders = await deps.store.db
      .selectFrom("senders")
      .select(["sender", "facility", "role", "facility_id", "codes"])
      .select(["bound_to", "version"])
      .orderBy("sender")
      .orderBy("facility")
      .execute();
    return { senders };
  },
});

/** Changes what the feed works with, in turn with it; what has changed is audited, and the feed goes on. */
async function change(
  { deps, ...ctx }: Ctx,
  work: (
    trx: Transaction<Schema>,
    at: Date,
  ) => Promise<{ action: AuditAction; details: AuditDetails } | null>,
): Promise<null> {
  requireAccountManager(ctx.viewer);
  const actor = actorOf(deps, ctx);
  const { user, at, origin } = actor;
  await deps.store.db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    await requireActingManager(trx, actor);
    const event = await work(trx, at);
    if (event)
      await insertAuditEvents(trx, [{ ...event, at, user, ...origin }]);
  });
  deps.wakeFeed();
  return null;
}

/** Adds a sender, or changes `version` of it. 409 if it exists or the version is old. */
export const saveSender = service({
  name: "save-sender",
  input: z.object({
    sender: senderName,
    facility: senderName,
    role: z.enum(SENDER_ROLES),
    facility_id: id.nullable(),
    codes: z.string().max(LONGEST_CODES),
    bound_to: z.string().max(LONGEST_BOUND_TO),
    version: id.optional(),
  }),
  run(ctx, { version, ...wanted }) {
    return change(ctx, async (trx, at) => {
      refuseFields(senderProblems(wanted));
      await requireFacility(trx, wanted.facility_id);
      const before = await findSender(trx, wanted);
      if (version === undefined) {
        if (!(await addSender(trx, wanted, at))) {
          throw new Refusal(409, words.taken, { field: "sender" });
        }
        await applyAnew(trx, [wanted]);
        return { action: "create_sender", details: auditedSender(wanted) };
      }
      if (!before) throw notFound();
      if (isSameSender(before, wanted)) return null;
      if (!(await changeSender(trx, wanted, version, at))) {
        throw outdated(words.stale);
      }
      await applyAnew(trx, [wanted]);
      const details = auditedSenderChange(before, wanted);
      return { action: "change_sender", details };
    });
  },
});

/** Ends a sender: its messages wait. 404 if there is none, 409 if the version is old. */
export const endSender = service({
  name: "end-sender",
  input: z.object({ sender: senderName, facility: senderName, version: id }),
  run(ctx, { version, ...key }) {
    return change(ctx, async (trx) => {
      const before = await findSender(trx, key);
      if (!before) throw notFound();
      const { numDeletedRows } = await trx
        .deleteFrom("senders")
        .where("sender", "=", key.sender)
        .where("facility", "=", key.facility)
        .where("version", "=", version)
        .executeTakeFirstOrThrow();
      if (numDeletedRows !== 1n) throw outdated(words.stale);
      await applyAnew(trx, [key]);
      return { action: "delete_sender", details: auditedSender(before) };
    });
  },
});

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

function findSender(trx: Transaction<Schema>, { sender, facility }: SenderKey) {
  return trx
    .selectFrom("senders")
    .where("sender", "=", sender)
    .where("facility", "=", facility)
    .selectAll()
    .executeTakeFirst();
}

/**
 * A page of the log, newest first, with counts by reason for waiting or unusable messages. Null before the first
 * message; `next` is the next page's `before`.
 */
export const listFeedMessages = service({
  name: "feed-messages",
  input: z.object({
    status: z.enum(MESSAGE_STATUS_NAMES).optional(),
    reason: z.enum(MESSAGE_REASON_NAMES).optional(),
    sender: senderName.optional(),
    before: id.optional(),
  }),
  async run({ viewer, deps }, { status, reason, sender, before }) {
    requireAccountManager(viewer);
    const { db } = deps.store;
    const messages = db.selectFrom("feed_messages");
    let wanted = messages.where("status", "in", status ? [status] : LEFT_OVER);
    if (reason) wanted = wanted.where("reason", "=", reason);
    if (sender !== undefined) {
      wanted = wanted.where("sender", sender ? "=" : "is", sender || null);
    }
    if (before !== undefined) wanted = wanted.where("id", "<", before);
    const found = await wanted
      .select(MESSAGE_COLUMNS)
      .orderBy("id", "desc")
      .limit(MESSAGES_OF_A_PAGE + 1)
      .execute();
    const any = messages.select("id").limit(1);
    if (found.length === 0 && !(await any.executeTakeFirst())) return null;
    const page = found.slice(0, MESSAGES_OF_A_PAGE);
    const counts = await messages
      .where("status", "in", LEFT_OVER)
      .groupBy("reason")
      .select(["reason", (eb) => eb.fn.countAll().as("count")])
      .orderBy("reason")
      .execute();
    return {
      messages: page,
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
      counts: counts.map((row) => ({ ...row, count: Number(row.count) })),
    };
  },
});

/** Audits the reading. `raw` is null after its deletion; the origin shows until the sender accepts it. */
export const readFeedMessage = service({
  name: "feed-message",
  input: z.object({ id }),
  async run({ deps, ...ctx }, input) {
    requireAccountManager(ctx.viewer);
    const { db } = deps.store;
    const message = await db
      .selectFrom("feed_messages")
      .leftJoin("feed_raw", "message_id", "id")
      .where("id", "=", input.id)
      .select([...MESSAGE_COLUMNS, "came_from", "content"])
      .executeTakeFirst();
    if (!message) throw notFound();
    const { content, came_from, ...row } = message;
    if (content) {
      const residents = await residentsOfMessage(db, row.id);
      const details = auditedMessage(row, residents);
      await recordAccess(deps, ctx, {
        action: "view_message",
        residents,
        details,
      });
    }
    return {
      ...row,
      came_from: JSON.parse(came_from ?? "[]") as string[],
      raw: content && decodeMessage(content),
    };
  },
});

/**
 * Retries, drops or restores a message (R289). The feed applies it later; a dropped one loses its effects at once. 404
 * if there is none, 409 if its status does not allow it.
 */
export const treatMessage = service({
  name: "treat-message",
  input: z.object({ id, action: z.enum(MESSAGE_ACTIONS) }),
  run(ctx, { id: messageId, action }) {
    return change(ctx, async (trx, at) => {
      const message = await trx
        .selectFrom("feed_messages")
        .where("id", "=", messageId)
        .select(["id", "status", "facility_id", "facts"])
        .executeTakeFirst();
      if (!message) throw notFound();
      const otherState = new Refusal(409, feedWords.otherState);
      if (!ACTIONS_FOR[message.status].includes(action)) throw otherState;
      // Read before a merge is undone: then no number leads to them.
      const residents = await residentsOfMessage(trx, messageId);
      const row = trx.updateTable("feed_messages").where("id", "=", messageId);
      if (message.facts === null) {
        // It concerns no resident, and keeps its reason.
        const status = action === "drop" ? "dropped" : "unusable";
        await row.set({ status }).execute();
      } else if (action === "drop") {
        if (!(await dropMessage(trx, messageId, at))) throw otherState;
      } else {
        await row.set({ status: "stored", reason: null }).execute();
      }
      const details = auditedMessage(message, residents);
      return { action: `${action}_message` as const, details };
    });
  },
});

async function residentsOfMessage(
  db: Kysely<Schema>,
  messageId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_numbers", "feed_numbers.id", "number_id")
    .where("message_id", "=", messageId)
    .where("patient_id", "is not", null)
    .select("patient_id")
    .distinct()
    .orderBy("patient_id")
    .execute();
  return rows.flatMap(({ patient_id }) => patient_id ?? []);
}

function auditedMessage(
  { id, facility_id }: { id: number; facility_id: number | null },
  residents: readonly number[],
): AuditDetails {
  return {
    message_id: id,
    ...(residents.length > 0 && { patient_ids: residents.join(", ") }),
    facility_id,
  };
}
