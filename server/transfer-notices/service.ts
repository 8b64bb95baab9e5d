import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import { id, residentId } from "~/contract/wire";
import { isoDayOf } from "~/domain/calendar";
import { changedEntries } from "~/domain/changed-entries";
import { dayProblem } from "~/features/chart-events/rules/note-problems";
import { REVIEW_WINDOW_DAYS } from "~/features/reviews/rules/review-rules";
import {
  daysOfMonth,
  dueParts,
  entriesOf,
  monthAsked,
  NOTICE_FIELDS,
  noticeProblems,
  type NoticeEntries,
} from "~/features/transfer-notices/rules";
import { noticeWords as words } from "~/features/transfer-notices/words";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { requireScope } from "~server/handlers/require-scope";
import {
  forbidden,
  notFound,
  outdated,
  refuseField,
  refuseFields,
} from "~server/refusal";
import { IS_COUNTED } from "~server/measures/question";
import {
  isWrittenOf,
  NOTICE_ID,
} from "~server/measures/transfers/review-of-transfer";
import {
  findWrittenTransfer,
  mayWriteOf,
  transfersInView,
  writtenKeyOf,
} from "~server/reviews/transfer-to-review";
import { readClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import { recordEvent } from "~server/audit/audit-events";
import { type Actor, authorOf } from "~server/users/actor";

type Db = Kysely<Schema>;

const TABLE = "transfer_notices";

/** Maximum input length; the rules allow less. */
const entry = z.string().max(1_000);
const ofFacility = z.object({ facilityId: id });

/** A month's transfers, oldest first, or those of the last 90 days with something due (R570); audited. */
export const listNotices = service({
  name: "transfer-notices",
  input: ofFacility.extend({
    month: entry,
    isDue: z.boolean(),
    file: z.boolean(),
  }),
  async run(ctx, { facilityId, isDue, file, ...asked }) {
    const { db } = ctx.deps.store;
    const of = await openFacility(ctx, facilityId);
    const month = isDue ? null : monthAsked(asked.month, of.today);
    const rows = await readNoticeRows(db, of, month);
    const due = month ? await readNoticeRows(db, of, null) : rows;
    if (rows.length > 0) {
      const { residents, details } = listed(facilityId, month, rows);
      await recordAccess(ctx.deps, ctx, {
        action: file ? "export_rows" : "view_patients",
        residents,
        details: { [file ? "measure" : "list"]: TABLE, ...details },
      });
    }
    return { today: isoDayOf(of.today), month, rows, due: due.length };
  },
});

/** Counts transfers with something due (R571). Names nobody, so it is not audited. */
export const countNotices = service({
  name: "transfer-notice-count",
  input: ofFacility,
  async run(ctx, { facilityId }) {
    const of = await openFacility(ctx, facilityId);
    return (await readNoticeRows(ctx.deps.store.db, of, null)).length;
  },
});

/** A transfer with its notices. 404 if the viewer sees no such transfer, or 403 if limited to places. */
export const findNotice = service({
  name: "transfer-notice",
  input: z.object({ id: residentId }),
  async run({ deps, ...ctx }, asked) {
    const found = await find(deps.store.db, { deps, ...ctx }, asked.id);
    const { residents, details } = found;
    const action = "view_transfer_notices";
    await recordAccess(deps, ctx, { action, residents, details });
    return found;
  },
});

/** Keeps former entries and audits, in one transaction (R573). 400 with the fields, 403, 404, 409. */
export const changeNotices = service({
  name: "transfer-notice/change",
  input: z.object({
    id: residentId,
    /** The version opened; 0 if nothing was recorded. */
    version: z.number().int().nonnegative(),
    entries: z.record(z.enum(NOTICE_FIELDS), entry),
  }),
  async run(ctx, asked) {
    const actor = actorOf(ctx.deps, ctx);
    await ctx.deps.store.db.transaction().execute(async (trx) => {
      const found = await find(trx, ctx, asked.id);
      if (!found.may_write) throw forbidden();
      if (asked.version !== found.version) throw outdated(words.stale);
      const fields = await save(trx, found, asked.entries, found.today, actor);
      if (fields === "") return;
      await recordEvent(trx, actor, {
        action: "write_transfer_notices",
        residents: found.residents,
        details: { ...found.details, fields },
      });
    });
    return null;
  },
});

/** Marks a month's list as sent to the ombudsman (R574). Returns how many transfers had no copy. 400 for a wrong day. */
export const sendNotices = service({
  name: "transfer-notices/send",
  input: ofFacility.extend({ month: entry, ombudsman_on: entry }),
  async run(ctx, { facilityId, ombudsman_on, ...asked }) {
    const of = await openFacility(ctx, facilityId);
    const { viewer, today } = of;
    const month = monthAsked(asked.month, today);
    const actor = actorOf(ctx.deps, ctx);
    refuseField("ombudsman_on", dayProblem(ombudsman_on, isoDayOf(today)));
    return ctx.deps.store.db.transaction().execute(async (trx) => {
      const rows = (await readNoticeRows(trx, of, month)).filter(
        (row) =>
          !row.planned && !row.entries.ombudsman_on && mayWriteOf(viewer, row),
      );
      for (const row of rows) {
        const recorded = await readRecorded(trx, row.written_id);
        const transfer = { ...row, ...recorded };
        await save(trx, transfer, { ombudsman_on }, today, actor);
      }
      if (rows.length > 0)
        await recordEvent(trx, actor, {
          action: "send_transfer_notices",
          ...listed(facilityId, month, rows),
        });
      return { sent: rows.length };
    });
  },
});

/** Throws for others' facilities, and for account managers. */
async function openFacility({ deps, viewer }: Ctx, facilityId: number) {
  requireResidentReader(viewer);
  await requireScope(deps, viewer, { level: "facility", id: facilityId });
  const clocks = await readClocks(deps.store.db, deps.clock(), [facilityId]);
  return { viewer, facilityId, today: clocks.todayAt(facilityId) };
}

function listed(
  facilityId: number,
  month: string | null,
  rows: readonly { patient_id: number }[],
) {
  const residents = rows.map(({ patient_id }) => patient_id);
  const of = { level: "facility", subject_id: facilityId, month };
  return { residents, details: { ...of, rows: rows.length } };
}

async function find(
  db: Db,
  { deps, viewer }: Pick<Ctx, "deps" | "viewer">,
  id: number,
) {
  requireResidentReader(viewer);
  const transfer = await findWrittenTransfer(db, viewer, id, TABLE);
  if (!transfer) throw notFound();
  const { transfer_id, patient_id, facility_id, written_id } = transfer;
  const clocks = await readClocks(db, deps.clock(), [facility_id]);
  return {
    ...transfer,
    ...(await readRecorded(db, written_id)),
    today: clocks.todayAt(facility_id),
    may_write: mayWriteOf(viewer, transfer),
    residents: [patient_id],
    details: { transfer_id, patient_id, facility_id },
  };
}

/** Returns the changed fields; throws 400 for invalid ones, 409 if there is a newer version. */
async function save(
  trx: Transaction<Schema>,
  transfer: Parameters<typeof writtenKeyOf>[0] &
    Parameters<typeof noticeProblems>[2] &
    Awaited<ReturnType<typeof readRecorded>> & { written_id: number | null },
  wanted: Partial<NoticeEntries>,
  today: number,
  actor: Actor,
): Promise<string> {
  const { written_id: id, version, entries: before, history } = transfer;
  const entries = { ...before, ...wanted };
  refuseFields(noticeProblems(entries, before, transfer, today));
  const changes = changedEntries(before, entries);
  const fields = Object.keys(changes).join(" ");
  if (fields === "") return fields;
  const author = await authorOf(trx, actor);
  const change = { author, at: actor.at.toISOString(), changes };
  const row = {
    ...writtenKeyOf(transfer),
    ...entries,
    version: version + 1,
    history: JSON.stringify([...history, change]),
  };
  const saved =
    id === null
      ? trx
          .insertInto(TABLE)
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
      : trx
          .updateTable(TABLE)
          .set(row)
          .where("id", "=", id)
          .where("version", "=", version)
          .returning("id");
  if (!(await saved.executeTakeFirst())) throw outdated(words.stale);
  return fields;
}

/**
 * Visible transfers (R313) of a month, planned or not, each once (R248), oldest first; without a month the recent ones
 * with something due. Leaves out residents who had already left (R570).
 */
export async function readNoticeRows(
  db: Db,
  { viewer, facilityId, today }: Awaited<ReturnType<typeof openFacility>>,
  month: string | null,
) {
  const { from, to } = month
    ? daysOfMonth(month)
    : { from: today - REVIEW_WINDOW_DAYS + 1, to: today };
  const transfers = await transfersInView(db, viewer, TABLE);
  const rows = await transfers
    .leftJoin(TABLE, (join) => join.on("transfer_notices.id", "=", NOTICE_ID))
    .where("transfers.facility_id", "=", facilityId)
    .where("transfers.transferred_on", ">=", from)
    .where("transfers.transferred_on", "<=", Math.min(to, today))
    .where("transfers.stay_id", "is not", null)
    .where(IS_COUNTED)
    .orderBy("transfers.transferred_on")
    .orderBy("transfers.minute_of_day")
    .orderBy("transfers.id")
    .select(NOTICE_FIELDS)
    .execute();
  const all = rows.map((row) => {
    const entries = entriesOf(row);
    return { ...row, entries, due: dueParts(entries, row, today) };
  });
  return month ? all : all.filter(({ due }) => due.length > 0);
}

const storedHistory = z.array(
  z.object({
    author: z.string(),
    at: z.string(),
    changes: z.record(z.enum(NOTICE_FIELDS), z.string()),
  }),
);

/** What is recorded of a transfer; version 0 if nothing is. */
async function readRecorded(db: Db, id: number | null) {
  const stored = await db
    .selectFrom(TABLE)
    .where("id", "=", id)
    .select(["version", "history", ...NOTICE_FIELDS])
    .executeTakeFirst();
  return {
    version: stored?.version ?? 0,
    entries: entriesOf(stored ?? {}),
    history: storedHistory.parse(JSON.parse(stored?.history ?? "[]")),
  };
}

/** Erases who gave them, with all former entries; keeps the days. Returns the number of transfers. */
export async function forgetNotices(
  db: Db,
  patientIds: readonly number[],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(TABLE)
    .where(isWrittenOf(TABLE, patientIds))
    .set((row) => ({
      ...{ notice_by: "", history: "[]" },
      // A new version, so an open form cannot restore the text.
      version: row("version", "+", 1),
    }))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
