import { z } from "zod";
import { id } from "~/contract/wire";
import {
  MESSAGE_ACTIONS,
  MESSAGE_REASON_NAMES,
  MESSAGE_STATUS_NAMES,
} from "~/features/messages/rules/message-states";
import { LONGEST_CODES } from "~/features/messages/rules/sender-codes";
import { LONGEST_BOUND_TO } from "~/features/messages/rules/sender-origins";
import {
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
import { requireAccountManager } from "~server/users/require-account-manager";
import * as senders from "./senders/change-senders";
import {
  countLeftOver,
  findMessage,
  hasMessages,
  listMessages,
  readRaw,
} from "./senders/logged-messages";
import * as messages from "./senders/treat-message";

export type { Sender } from "./senders/change-senders";
export type { FeedMessage, LoggedMessage } from "./senders/logged-messages";

const MESSAGES_OF_A_PAGE = 50;

const senderName = z.string().max(LONGEST_SENDER_NAME);

/** All senders, by name and code. Account managers alone, as all of these. */
export const listSenders = service({
  name: "senders",
  input: z.object({}),
  async run({ viewer, deps }) {
    requireAccountManager(viewer);
    return { senders: await senders.readSenders(deps.store) };
  },
});

/**
 * Adds a sender (409 where one has this name and code), or with `version` changes it (404 where there is none, 409 where the
 * version is not the newest).
 */
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

/** Ends a sender; 404 where there is none, 409 where the version is not the newest. */
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
 * A page of the log, newest first, with how many messages wait or cannot be used by reason; null where none has ever come. Without
 * a status it lists those that wait or cannot be used. `before`: those older than that one. `next`: the `before` of the following
 * page, null where this is the last.
 */
export const listFeedMessages = service({
  name: "feed-messages",
  input: z.object({
    status: z.enum(MESSAGE_STATUS_NAMES).optional(),
    reason: z.enum(MESSAGE_REASON_NAMES).optional(),
    sender: senderName.optional(),
    before: id.optional(),
  }),
  async run({ viewer, deps }, filter) {
    requireAccountManager(viewer);
    const { db } = deps.store;
    const found = await listMessages(db, filter, MESSAGES_OF_A_PAGE + 1);
    if (found.length === 0 && !(await hasMessages(db))) return null;
    const page = found.slice(0, MESSAGES_OF_A_PAGE);
    const hasMore = found.length > page.length;
    return {
      messages: page,
      next: hasMore ? (page.at(-1)?.id ?? null) : null,
      counts: await countLeftOver(db),
    };
  },
});

/** One message; `raw` is its text, null where it was deleted. Reading the text is audited. */
export const readFeedMessage = service({
  name: "feed-message",
  input: z.object({ id }),
  async run({ deps, ...ctx }, input) {
    requireAccountManager(ctx.viewer);
    const { db } = deps.store;
    const message = await findMessage(db, input.id);
    if (!message) throw notFound();
    const raw = await readRaw(db, message.id);
    if (raw !== null) {
      const residents = await residentsOfMessage(db, message.id);
      const details = auditedMessage(message, residents);
      await recordAccess(deps, ctx, {
        action: "view_message",
        residents,
        details,
      });
    }
    return { ...message, raw };
  },
});

/**
 * Has a message tried again, takes it out with all that followed from it, or takes it in again; 404 for none, 409 where its status
 * does not allow it.
 */
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
