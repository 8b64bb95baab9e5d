import { z } from "zod";
import { LONGEST_CODES } from "~/domain/feed/sender-codes";
import { LONGEST_SENDER_NAME, SENDER_ROLES } from "~/domain/feed/sender-rules";
import { LONGEST_BOUND_TO } from "~/domain/feed/sender-origins";
import {
  MESSAGE_ACTIONS,
  MESSAGE_REASON_NAMES,
  MESSAGE_STATUS_NAMES,
} from "~/domain/feed/message-states";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { id, idParam, nothing } from "./wire";

const name = z.string().max(LONGEST_SENDER_NAME);

/** Who sends messages, what of, and in which words (R283). */
export const sender = z.object({
  /** MSH-3.1; empty for messages that name none. */
  sender: z.string(),
  /** The code in MSH-4.1 or PV1-3.4; empty for messages that name none. */
  facility: z.string(),
  role: z.enum(SENDER_ROLES),
  /** Null for a hospital that tells of residents of any facility. */
  facility_id: id.nullable(),
  /** The sender's own words (R284). */
  codes: z.string(),
  /** Where its messages may come from (R519); empty: from anywhere. */
  bound_to: z.string(),
  /** Grows with every change. */
  version: id,
});
export type Sender = DeepReadonly<z.output<typeof sender>>;

/** GET /feed/senders: all of them, by name and code; 204 for none. Rank 7 only, as all calls of this file. */
export const getSenders = endpoint({
  method: "GET",
  path: "/feed/senders",
  params: nothing,
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.object({ data: z.array(sender) }),
});

/**
 * POST /feed/senders: adds a sender (409 where one has this name and code), or with the version that was edited changes it (404
 * where there is none, 409 where the version is not the newest).
 */
export const postSender = endpoint({
  method: "POST",
  path: "/feed/senders",
  params: nothing,
  query: nothing,
  body: z.object({
    sender: name,
    facility: name,
    role: z.enum(SENDER_ROLES),
    facility_id: id.nullable(),
    codes: z.string().max(LONGEST_CODES),
    bound_to: z.string().max(LONGEST_BOUND_TO),
    version: id.optional(),
  }),
  bodyType: "json",
  answer: z.unknown(),
});

/** POST /feed/senders/end: ends a sender; 404 where there is none, 409 where the version is not the newest. */
export const endSender = endpoint({
  method: "POST",
  path: "/feed/senders/end",
  params: nothing,
  query: nothing,
  body: z.object({ sender: name, facility: name, version: id }),
  bodyType: "json",
  answer: z.unknown(),
});

/** A message as the log has it, without what it says of a resident. */
export const feedMessage = z.object({
  /** Grows with the order of arrival. */
  id,
  received_at: z.string().datetime(),
  sender: z.string().nullable(),
  facility: z.string().nullable(),
  /** PV1-3.4. */
  location: z.string().nullable(),
  /** MSH-10. */
  control_id: z.string().nullable(),
  /** Another message of this sender has the same control id. */
  reused_id: z.boolean(),
  /** MSH-9, such as `ADT^A01`. */
  type: z.string(),
  /** One of `MESSAGE_STATUSES`; a newer host may know more. */
  status: z.string().min(1),
  /** Why it waits or cannot be used; one of `MESSAGE_REASONS`, or one that a newer host knows. */
  reason: z.string().min(1).nullable(),
  /** Whose it is; null until that is known. */
  facility_id: id.nullable(),
});
export type FeedMessage = DeepReadonly<z.output<typeof feedMessage>>;

/**
 * GET /feed/messages: messages of the log, newest first, a page of them; 204 where none has ever come. Without a status they are those that wait
 * or cannot be used. `before`: those older than that one. `next`: the `before` of the following page, null where this is the last.
 */
export const getMessages = endpoint({
  method: "GET",
  path: "/feed/messages",
  params: nothing,
  query: z.object({
    status: z.enum(MESSAGE_STATUS_NAMES).optional(),
    reason: z.enum(MESSAGE_REASON_NAMES).optional(),
    sender: name.optional(),
    before: idParam.optional(),
  }),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.array(feedMessage),
    next: id.nullable(),
    /** How many wait or cannot be used, by reason. */
    counts: z.array(
      z.object({ reason: z.string().nullable(), count: z.number().int() }),
    ),
  }),
});

/** GET /feed/messages/{id}: one message as it came. Who is given its text is audited. */
export const getMessage = endpoint({
  method: "GET",
  path: "/feed/messages/:id",
  params: z.object({ id: idParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: feedMessage.extend({
    encoding: z.string(),
    /** Where it came from, as long as its sender has not accepted it: an address or `files`, and names of a certificate. */
    came_from: z.array(z.string()),
    /** Null where it was deleted, and where the viewer may not read it. */
    raw: z.string().nullable(),
    /** The viewer may not read residents' data (R263). */
    raw_is_closed: z.boolean(),
  }),
});

/**
 * POST /feed/messages/{id}: has a message tried again, takes it out with all that followed from it, or takes it in again. 409 where its status
 * does not allow it.
 */
export const postMessage = endpoint({
  method: "POST",
  path: "/feed/messages/:id",
  params: z.object({ id: idParam }),
  query: nothing,
  body: z.object({ action: z.enum(MESSAGE_ACTIONS) }),
  bodyType: "json",
  answer: z.unknown(),
});
