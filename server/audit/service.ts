import { stringify } from "csv-stringify/sync";
import type { Kysely } from "kysely";
import { z } from "zod";
import { dayParam, id, residentId } from "~/contract/wire";
import {
  AUDIT_ACTION_NAMES,
  type AuditDetails,
  type AuditAction,
} from "~/features/audit/rules/actions";
import { LONGEST_MRN } from "~/features/audit/rules/filters";
import {
  newYorkDayEnd,
  newYorkDayStart,
  type IsoDay,
  newYorkSqlDatetime,
} from "~/domain/calendar";
import { CSV_FORM, csvCell, type CsvCell } from "~/domain/lists/csv-cells";
import { usernameKey } from "~/features/users/rules/name-rules";
import type { ApiDeps } from "~server/door/api-deps";
import { service } from "~server/door/services";
import { exportFile } from "~server/handlers/export-file";
import { recordAccess } from "~server/handlers/record-access";
import { Refusal } from "~server/refusal";
import {
  registrationsOf,
  residentIdNow,
} from "~server/residents/read-resident";
import type { Schema } from "~server/store/schema";
import { requireAccountManager } from "~server/users/actor";
import type { AuditedUser } from "./audit-events";
import { auditDetailsText } from "../../app/features/audit/rules/details";
import { auditActionText } from "../../app/features/audit/rules/words";

type Db = Kysely<Schema>;

export interface AuditEvent {
  id: number;
  at: string;
  /** One of `AUDIT_ACTIONS`, or an action of another server version. */
  action: string;
  /** Who acted; null if nobody was signed in. Usernames are those at the time. */
  userId: number | null;
  username: string | null;
  /** The user acted on; null if none. */
  targetUserId: number | null;
  targetUsername: string | null;
  details: AuditDetails;
  /** Address of the browser, if known. */
  address: string | null;
}

interface AuditQuery {
  /** Only events that showed one of these. */
  residents?: readonly number[] | undefined;
  user?: string | undefined;
  action?: AuditAction | undefined;
  from?: IsoDay | undefined;
  to?: IsoDay | undefined;
}

type Position = Pick<AuditEvent, "at" | "id">;

interface Page {
  /** Only events older than this. */
  before?: Position | null;
  /** Only events stored up to this one. */
  upToId?: number;
  most: number;
}

type Row = Omit<AuditEvent, "details"> & { details: string };

const EVENTS_OF_A_PAGE = 100;
/** Each facility assigns its own MRNs, so several residents may share one. */
const MRNS_FOUND = 20;
const EVENTS_READ_AT_ONCE = 1_000;

/** Days are in New York time, both ends included. */
const auditQuery = z.object({
  /** A username in any case: matches the actor and the user acted on. */
  user: z.string().max(200).optional(),
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  /** Id of a resident: matches events that showed them under any of their registrations. */
  resident: residentId.optional(),
  from: dayParam.optional(),
  to: dayParam.optional(),
});

type AuditFilter = z.output<typeof auditQuery>;

/**
 * Answers account managers, newest first; null without events. `before` is the last id of the page before, `next` the
 * next page's. Only the first page is audited.
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
    // That event, and everything before it, has been deleted.
    if (!isFirst && !before) return null;
    const most = EVENTS_OF_A_PAGE + 1;
    const found = await readAuditEvents(db, question, { before, most });
    if (found.length === 0) return null;
    if (isFirst) {
      await recordAccess(deps, ctx, {
        action: "view_audit_trail",
        ...(await auditedFilter(deps, query)),
      });
    }
    const events = found.slice(0, EVENTS_OF_A_PAGE);
    const hasMore = found.length > events.length;
    return { events, next: hasMore ? (events.at(-1)?.id ?? null) : null };
  },
});

const LINE_BREAKERS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A resident has one id however often registered. Only account managers, who see no other data, need this. */
export const residentsOfMrn = service({
  name: "residents-of-mrn",
  input: z.object({ mrn: z.string().min(1).max(LONGEST_MRN) }),
  async run({ deps, viewer }, { mrn }) {
    requireAccountManager(viewer);
    const { db } = deps.store;
    const rows = await db
      .selectFrom("patients")
      .where((one) =>
        one(one.fn<string>("lower", ["mrn"]), "=", mrn.toLowerCase()),
      )
      .select("id")
      .orderBy("id")
      .limit(MRNS_FOUND)
      .execute();
    const now = await Promise.all(
      rows.map(({ id: one }) => residentIdNow(db, one)),
    );
    return { ids: [...new Set(now)] };
  },
});

/** All matching events as a CSV file, newest first, for account managers; null if there are none. */
export const auditFile = service<typeof auditQuery, never>({
  name: "audit-file",
  input: auditQuery,
  async run({ deps, ...ctx }, query) {
    requireAccountManager(ctx.viewer);
    refuseBackwards(query);
    const question = await questionOf(deps, query);
    return exportFile<AuditEvent>(deps, ctx, {
      name: "audit-trail.csv",
      head: csv([Object.keys(CSV_COLUMNS)], true),
      readAll: (eachPage) => readEvents(deps, question, eachPage),
      textOf: auditCsvOf,
      access: {
        action: "export_audit_trail",
        ...(await auditedFilter(deps, query)),
      },
    });
  },
});

/** Reads only events that exist when it begins, or the file might never end. */
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
  { resident, ...query }: AuditFilter,
): Promise<AuditQuery> {
  return resident === undefined
    ? query
    : { ...query, residents: await registrationsOf(db, resident) };
}

function refuseBackwards({ from, to }: AuditFilter): void {
  if (from && to && to < from) {
    throw new Refusal(400, "The end date is before the start date.");
  }
}

/** The query as it is recorded: the user as target if they exist, never the typed text. */
async function auditedFilter(
  { store: { db } }: ApiDeps,
  { user = "", action, resident, from, to }: AuditFilter,
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

/** The position of an event; null if it does not exist or was deleted. */
async function findPosition(db: Db, id: number): Promise<Position | null> {
  const event = await db
    .selectFrom("audit_events")
    .where("id", "=", id)
    .select(["at", "id"])
    .executeTakeFirst();
  return event ?? null;
}

async function findNewestId(db: Db): Promise<number | null> {
  const { id } = await db
    .selectFrom("audit_events")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id;
}

/** Sorted by time: several processes, and held records, store events out of order. Each query walks one index. */
async function readAuditEvents(
  db: Db,
  { user = "", ...query }: AuditQuery,
  page: Page,
): Promise<AuditEvent[]> {
  const key = usernameKey(user);
  const events = eventsOf(db, query, page);
  if (key === "") return (await events.execute()).map(eventOf);
  const [done, suffered] = await Promise.all([
    events.where("user_key", "=", key).execute(),
    events
      .where("target_key", "=", key)
      .where("user_key", "is distinct from", key)
      .execute(),
  ]);
  return [...done, ...suffered]
    .sort(newestFirst)
    .slice(0, page.most)
    .map(eventOf);
}

function eventsOf(
  db: Db,
  { action, from, to, residents }: Omit<AuditQuery, "user">,
  { before, upToId, most }: Page,
) {
  let events = db
    .selectFrom("audit_events")
    .select([
      "id",
      "at",
      "action",
      "user_id as userId",
      "username",
      "target_user_id as targetUserId",
      "target_username as targetUsername",
      "details",
      "address",
    ]);
  if (residents) {
    events = events.where("list_id", "in", (eb) =>
      eb
        .selectFrom("audited_residents")
        .where("patient_id", "in", residents)
        .select("list_id"),
    );
  }
  if (action) events = events.where("action", "=", action);
  if (from) {
    events = events.where("at", ">=", newYorkDayStart(from).toISOString());
  }
  if (to) events = events.where("at", "<", newYorkDayEnd(to).toISOString());
  if (upToId !== undefined) events = events.where("id", "<=", upToId);
  if (before) {
    events = events.where((eb) =>
      eb(
        eb.refTuple("at", "id"),
        "<",
        eb.tuple<string, number>(before.at, before.id),
      ),
    );
  }
  return events.orderBy("at", "desc").orderBy("id", "desc").limit(most);
}

function newestFirst(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.id - a.id;
}

function eventOf({ details, ...row }: Row): AuditEvent {
  return { ...row, details: JSON.parse(details) as AuditDetails };
}

/** Events as CSV, one line each: line breaks in their texts are replaced. */
function auditCsvOf(events: readonly AuditEvent[]): string {
  const cells = Object.values(CSV_COLUMNS);
  return csv(
    events.map((event) => cells.map((cellOf) => onOneLine(cellOf(event)))),
  );
}

function onOneLine(cell: CsvCell): CsvCell {
  return csvCell(
    typeof cell === "string" ? cell.replace(LINE_BREAKERS, " ") : cell,
  );
}

function csv(records: CsvCell[][], bom = false): string {
  return stringify(records, { bom, ...CSV_FORM });
}

/** The columns of the file, by what their heads are. */
const CSV_COLUMNS: Readonly<Record<string, (event: AuditEvent) => CsvCell>> = {
  at: ({ at }) => at,
  new_york_time: ({ at }) => newYorkSqlDatetime(new Date(at)),
  action: ({ action }) => action,
  what: ({ action }) => auditActionText(action),
  username: ({ username }) => username,
  user_id: ({ userId }) => userId,
  target_username: ({ targetUsername }) => targetUsername,
  target_user_id: ({ targetUserId }) => targetUserId,
  details: ({ action, details }) => auditDetailsText(action, details),
  address: ({ address }) => address,
};
