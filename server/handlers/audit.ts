import { getAuditEvents, getAuditFile } from "~/contract/audit";
import type { AuditEvent, AuditQuery } from "~/contract/audit";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import type { AuditDetails } from "~/domain/audit/audit-actions";
import { usernameKey } from "~/domain/users/username-key";
import type { ApiDeps } from "~server/door/api-deps";
import { auditCsvHead, auditCsvOf } from "~server/audit/audit-csv";
import type { AuditedUser } from "~server/audit/audit-events";
import {
  findNewestId,
  findPosition,
  readAuditEvents,
} from "~server/audit/read-audit-events";
import { recordAccess, recordOf } from "./record-access";
import { exportFile } from "./export-file";
import { forbidden, Refusal } from "~server/refusal";
import { register, type Doors } from "~server/door/doors";

const EVENTS_OF_A_PAGE = 100;
const EVENTS_READ_AT_ONCE = 1_000;

/**
 * The audit trail, for account managers (403 for others): pages of its events, and all of them as a CSV file; 204 where
 * there are none. Who reads it is recorded: with the first page of what they ask for, not with each that follows.
 */
export function registerAudit(doors: Doors, deps: ApiDeps): void {
  serveEvents(doors, deps);
  serveAuditFile(doors, deps);
}

function serveEvents(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getAuditEvents, async (call) => {
    const { before: beforeId, ...query } = call.query;
    refuseOthers(call.viewer);
    refuseBackwards(query);
    const isFirst = beforeId === undefined;
    const before = isFirst ? null : await findPosition(db, beforeId);
    // Its event has been deleted, and so has everything before it.
    if (!isFirst && !before) return null;
    const most = EVENTS_OF_A_PAGE + 1;
    const events = await readAuditEvents(db, query, { before, most });
    if (events.length === 0) return null;
    if (isFirst) {
      await recordAccess(deps, call, {
        action: "view_audit_trail",
        ...(await asked(deps, query)),
      });
    }
    const data = events.slice(0, EVENTS_OF_A_PAGE);
    const hasMore = events.length > data.length;
    return { data, next: hasMore ? (data.at(-1)?.id ?? null) : null };
  });
}

function serveAuditFile(doors: Doors, deps: ApiDeps): void {
  register(doors, getAuditFile, async (call) => {
    refuseOthers(call.viewer);
    refuseBackwards(call.query);
    const { details, target } = await asked(deps, call.query);
    return exportFile<AuditEvent>(deps, call, {
      name: "audit-trail.csv",
      head: auditCsvHead(),
      readAll: (eachPage) => readEvents(deps, call.query, eachPage),
      textOf: auditCsvOf,
      recordOf: (ending, rows) =>
        recordOf(deps, call, {
          action: "export_audit_trail",
          ...(target && { target }),
          details: {
            ...details,
            ending,
            ...(ending !== "begun" && { rows }),
          },
        }),
    });
  });
}

/** Those that are there by now: what comes while the file is made does not make it endless. */
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

function refuseOthers({ accessLevel }: Viewer): void {
  if (rankOf(accessLevel) !== ADMINISTRATOR_RANK) throw forbidden();
}

function refuseBackwards({ from, to }: AuditQuery): void {
  if (from && to && to < from) {
    throw new Refusal(400, "The end date is before the start date.");
  }
}

/** What was asked for, as it is recorded: the user as a target where there is one, never the text that was typed. */
async function asked(
  { store: { db } }: ApiDeps,
  { user = "", action, from, to }: AuditQuery,
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
      ...(from && { from }),
      ...(to && { to }),
    },
  };
}
