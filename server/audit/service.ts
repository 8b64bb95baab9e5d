import { z } from "zod";
import { dayParam, id, residentId } from "~/contract/wire";
import { AUDIT_ACTION_NAMES } from "~/features/audit/rules/audit-actions";
import type { AuditDetails } from "~/features/audit/rules/audit-actions";
import { usernameKey } from "~/features/users/rules/username-key";
import type { ApiDeps } from "~server/door/api-deps";
import { service } from "~server/door/services";
import { exportFile } from "~server/handlers/export-file";
import { recordAccess, recordOf } from "~server/handlers/record-access";
import { Refusal } from "~server/refusal";
import { registrationsOf } from "~server/residents/read-resident";
import { requireAccountManager } from "~server/users/require-account-manager";
import { auditCsvHead, auditCsvOf } from "./audit-csv";
import type { AuditedUser } from "./audit-events";
import {
  findNewestId,
  findPosition,
  readAuditEvents,
  type AuditEvent,
  type AuditQuery,
} from "./read-audit-events";

export type { AuditEvent };

const EVENTS_OF_A_PAGE = 100;
const EVENTS_READ_AT_ONCE = 1_000;

/** Which events; days are those of New York, both ends included. */
const auditQuery = z.object({
  /** A username, in any case: what that user did, and what was done to them. */
  user: z.string().max(200).optional(),
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  /** Id of a resident: events that showed them, also under an id of another registration. */
  resident: residentId.optional(),
  from: dayParam.optional(),
  to: dayParam.optional(),
});

type Asked = z.output<typeof auditQuery>;

/**
 * The events, newest first, a page of them, for account managers; null for none. `before`: those older than that event.
 * `next`: the `before` of the following page, null where this is the last. Reading is recorded with the first page alone.
 */
export const listAuditEvents = service({
  name: "audit-events",
  input: auditQuery.extend({ before: id.optional() }),
  async run({ deps, ...ctx }, { before: beforeId, ...query }) {
    const { db } = deps.store;
    requireAccountManager(ctx.viewer);
    refuseBackwards(query);
    const question = await questionOf(deps, query);
    const isFirst = beforeId === undefined;
    const before = isFirst ? null : await findPosition(db, beforeId);
    // Its event has been deleted, and so has everything before it.
    if (!isFirst && !before) return null;
    const most = EVENTS_OF_A_PAGE + 1;
    const found = await readAuditEvents(db, question, { before, most });
    if (found.length === 0) return null;
    if (isFirst) {
      await recordAccess(deps, ctx, {
        action: "view_audit_trail",
        ...(await asked(deps, query)),
      });
    }
    const events = found.slice(0, EVENTS_OF_A_PAGE);
    const hasMore = found.length > events.length;
    return { events, next: hasMore ? (events.at(-1)?.id ?? null) : null };
  },
});

/** All of the events as a CSV file, newest first, for account managers; null for none. */
export const auditFile = service<typeof auditQuery, never>({
  name: "audit-file",
  input: auditQuery,
  async run({ deps, ...ctx }, query) {
    requireAccountManager(ctx.viewer);
    refuseBackwards(query);
    const { details, target } = await asked(deps, query);
    const question = await questionOf(deps, query);
    return exportFile<AuditEvent>(deps, ctx, {
      name: "audit-trail.csv",
      head: auditCsvHead(),
      readAll: (eachPage) => readEvents(deps, question, eachPage),
      textOf: auditCsvOf,
      recordOf: (ending, rows) =>
        recordOf(deps, ctx, {
          action: "export_audit_trail",
          ...(target && { target }),
          details: {
            ...details,
            ending,
            ...(ending !== "begun" && { rows }),
          },
        }),
    });
  },
});

/** Reads those that are there by now: what comes while the file is made does not make it endless. */
async function readEvents(
  { store: { db } }: ApiDeps,
  query: AuditQuery,
  eachPage: (read: () => Promise<AuditEvent[]>) => Promise<void>,
): Promise<void> {
  const upToId = await findNewestId(db);
  if (upToId === null) return;
  const most = EVENTS_READ_AT_ONCE;
  let before: AuditEvent | undefined;
  let hasMore = true;
  while (hasMore) {
    await eachPage(async () => {
      const page = { most, upToId, ...(before && { before }) };
      const events = await readAuditEvents(db, query, page);
      before = events.at(-1);
      hasMore = events.length === most;
      return events;
    });
  }
}

async function questionOf(
  { store: { db } }: ApiDeps,
  { resident, ...query }: Asked,
): Promise<AuditQuery> {
  return resident === undefined
    ? query
    : { ...query, residents: await registrationsOf(db, resident) };
}

function refuseBackwards({ from, to }: Asked): void {
  if (from && to && to < from) {
    throw new Refusal(400, "The end date is before the start date.");
  }
}

/** What was asked for, as it is recorded: the user as a target where there is one, never the text that was typed. */
async function asked(
  { store: { db } }: ApiDeps,
  { user = "", action, resident, from, to }: Asked,
): Promise<{ target?: AuditedUser; details: AuditDetails }> {
  const key = usernameKey(user);
  const target =
    key === ""
      ? undefined
      : await db
          .selectFrom("users")
          .where("username_key", "=", key)
          .select(["id", "username"])
          .executeTakeFirst();
  return {
    ...(target && { target }),
    details: {
      ...(key !== "" && !target && { unknown_user: true }),
      ...(action && { action }),
      ...(resident !== undefined && { patient_id: resident }),
      ...(from && { from }),
      ...(to && { to }),
    },
  };
}
