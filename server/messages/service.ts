import type { Selectable } from "kysely";
import { z } from "zod";
import { id } from "~/contract/wire";
import {
  MESSAGE_ACTIONS,
  MESSAGE_REASON_NAMES,
  MESSAGE_STATUS_NAMES,
} from "~/features/messages/rules/message-states";
import { decodeMessage } from "~/features/messages/rules/hl7/charset";
import {
  LONGEST_CODES,
  LONGEST_BOUND_TO,
  LONGEST_SENDER_NAME,
  SENDER_ROLES,
} from "~/features/messages/rules/sender-rules";
import { service } from "~server/door/services";
import {
  auditedMessage,
  residentsOfMessage,
} from "~server/messages/senders/treat-message";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import { notFound } from "~server/refusal";
import type { FeedMessageTable } from "~server/store/feed-tables";
import { requireAccountManager } from "~server/users/require-account-manager";
import * as senders from "./senders/change-senders";
import * as messages from "./senders/treat-message";

export type { Sender } from "./senders/change-senders";

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
  async run({ viewer, deps }) {
    requireAccountManager(viewer);
    return { senders: await senders.readSenders(deps.store) };
  },
});

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
  async run({ deps, ...ctx }, { version, ...wanted }) {
    requireAccountManager(ctx.viewer);
    const actor = actorOf(deps, ctx);
    await senders.saveSender(deps.store, wanted, version, actor);
    deps.wakeFeed();
    return null;
  },
});

/** Ends a sender: its messages wait. 404 if there is none, 409 if the version is old. */
export const endSender = service({
  name: "end-sender",
  input: z.object({ sender: senderName, facility: senderName, version: id }),
  async run({ deps, ...ctx }, { version, ...key }) {
    requireAccountManager(ctx.viewer);
    await senders.endSender(deps.store, key, version, actorOf(deps, ctx));
    deps.wakeFeed();
    return null;
  },
});

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
      raw: content && decodeMessage(content).text,
    };
  },
});

/** Retries, drops or restores a message. 404 if there is none, 409 if its status does not allow it. */
export const treatMessage = service({
  name: "treat-message",
  input: z.object({ id, action: z.enum(MESSAGE_ACTIONS) }),
  async run({ deps, ...ctx }, { id: message, action }) {
    requireAccountManager(ctx.viewer);
    const actor = actorOf(deps, ctx);
    await messages.treatMessage(deps.store, message, action, actor);
    deps.wakeFeed();
    return null;
  },
});
