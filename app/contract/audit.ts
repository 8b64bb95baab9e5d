import { z } from "zod";
import { AUDIT_ACTION_NAMES } from "~/domain/audit/audit-actions";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dayParam, id, idParam, nothing } from "./wire";

/** Something that somebody did or saw. */
export const auditEvent = z.object({
  /** Grows with time. */
  id,
  /** When, ISO 8601 in UTC. */
  at: z.string().datetime(),
  /** One of `AUDIT_ACTIONS`; a newer host may know more. */
  action: z.string().min(1),
  /** Who; null where nobody was signed in. Usernames are those of that time. */
  user_id: id.nullable(),
  username: z.string().nullable(),
  /** The user that it was done to; null where it was none. */
  target_user_id: id.nullable(),
  target_username: z.string().nullable(),
  /** Ids and counts that belong to the action. */
  details: z.record(z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Address of the browser, as far as it is known. */
  address: z.string().nullable(),
});
export type AuditEvent = DeepReadonly<z.output<typeof auditEvent>>;

/** Which events; days are those of New York, both ends included. */
const auditQuery = z.object({
  /** A username, in any case: what that user did, and what was done to them. */
  user: z.string().max(200).optional(),
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  from: dayParam.optional(),
  to: dayParam.optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;

/**
 * GET /auth/audit: the events, newest first, a page of them; 204 for none. Rank 7 only. `before`: those older than that
 * event. `next`: the `before` of the following page, null where this is the last.
 */
export const getAuditEvents = endpoint({
  method: "GET",
  path: "/auth/audit",
  params: nothing,
  query: auditQuery.extend({ before: idParam.optional() }),
  body: nothing,
  bodyType: "none",
  answer: z.object({ data: z.array(auditEvent), next: id.nullable() }),
});

/** GET /auth/audit/file: all of the events as a CSV file, newest first; 204 for none. Rank 7 only. */
export const getAuditFile = endpoint({
  method: "GET",
  path: "/auth/audit/file",
  params: nothing,
  query: auditQuery,
  body: nothing,
  bodyType: "none",
  answer: z.string(),
});
