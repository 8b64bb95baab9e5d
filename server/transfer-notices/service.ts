import type { Transaction } from "kysely";
import { z } from "zod";
import { id, residentId } from "~/contract/wire";
import { isIsoDay, isoDayOf } from "~/domain/calendar";
import { changedEntries } from "~/domain/changed-entries";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import {
  daysOfMonth,
  dueParts,
  entriesOf,
  isMonth,
  MOST_CHANGES,
  NO_DAY,
  NOTICE_FIELDS,
  noticeProblems,
  type NoticeEntries,
} from "~/features/transfer-notices/rules";
import { noticeWords as words } from "~/features/transfer-notices/words";
import { listInView } from "~server/access/facilities";
import type { Subject } from "~server/access/scope";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { requireScope } from "~server/handlers/require-scope";
import { isIn } from "~server/measures/question";
import {
  forbidden,
  notFound,
  outdated,
  Refusal,
  refuseField,
  refuseFields,
} from "~server/refusal";
import {
  findWrittenTransfer,
  mayWriteOf,
  writtenKeyOf,
} from "~server/reviews/transfer-to-review";
import { readClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import { type Actor, authorOf, recordChange } from "~server/users/actor";
import {
  countDue,
  readLeftOver,
  readNoticeRows,
  readRecorded,
  type NoticeQuestion,
} from "./notice-rows";

const month = z.string().refine(isMonth);

/**
 * A month's transfers, oldest first (R570); null means the last 90 days with something due. Audits non-empty lists, as
 * an export if for a file.
 */
export const listNotices = service({
  name: "transfer-notices",
  input: z.object({
    facilityId: id,
    month: month.nullable(),
    file: z.boolean(),
  }),
  async run(ctx, { facilityId, month: asked, file }) {
    const { db } = ctx.deps.store;
    const days = asked === null ? null : daysOfMonth(asked);
    const question = await questionOf(ctx, facilityId, days);
    const today = question.clocks.todayAt(facilityId);
    const [found, left, due] = await Promise.all([
      readNoticeRows(db, question),
      file ? [] : readLeftOver(db, question),
      countDue(db, { ...question, days: null }),
    ]);
    const all = found.map(({ transfer_id, patient_id, planned, ...row }) => ({
      ...{ transfer_id, patient_id, mrn: row.mrn },
      ...{ first_name: row.first_name, last_name: row.last_name },
      ...{ hospital: row.hospital, reason: row.reason },
      transferred_on: isoDayOf(row.transferred_on),
      planned: planned === 1,
      entries: entriesOf(row),
      due: dueParts(row, { ...row, planned }, today),
    }));
    const rows = days ? all : all.filter((row) => row.due.length > 0);
    const shown = [...rows, ...left];
    if (shown.length > 0) {
      const list = "transfer_notices";
      await recordAccess(ctx.deps, ctx, {
        action: file ? "export_rows" : "view_patients",
        residents: shown.map(({ patient_id }) => patient_id),
        details: {
          ...(file ? { measure: list } : { list }),
          ...detailsOf(facilityId, days, shown.length),
        },
      });
    }
    return { rows, left, due: due.get(facilityId) ?? 0 };
  },
});

/** Facilities with counts of transfers with something due (R571), most first. Names nobody, so it is not audited. */
export const countNotices = service({
  name: "transfer-notice-counts",
  input: z.object({ level: z.enum(NOTE_LEVELS), id }),
  async run(ctx, place) {
    const { db } = ctx.deps.store;
    const question = await placeOf(ctx, place);
    const [names, due] = await Promise.all([
      db
        .selectFrom("facilities")
        .where(isIn("id", question.facilityIds))
        .select(["id", "name"])
        .orderBy("name")
        .orderBy("id")
        .execute(),
      countDue(db, { ...question, days: null }),
    ]);
    return names
      .map((one) => ({ ...one, due: due.get(one.id) ?? 0 }))
      .sort((one, other) => other.due - one.due);
  },
});

/** A transfer with its notices. If the viewer sees no such transfer, null or, for viewers limited to places, 403. */
export const findNotice = service({
  name: "transfer-notice",
  input: z.object({ id: residentId }),
  async run({ deps, ...ctx }, { id: transferId }) {
    const { viewer } = ctx;
    requireResidentReader(viewer);
    const { db } = deps.store;
    const transfer = await findWrittenTransfer(
      db,
      viewer,
      transferId,
      "transfer_notices",
    );
    if (!transfer) return null;
    const { transfer_id, patient_id, facility_id, facility_name } = transfer;
    const { mrn, first_name, last_name, hospital, reason } = transfer;
    const recorded = await readRecorded(db, transfer.written_id);
    const clocks = await readClocks(db, deps.clock(), [facility_id]);
    await recordAccess(deps, ctx, {
      action: "view_transfer_notices",
      residents: [patient_id],
      details: { transfer_id, patient_id, facility_id },
    });
    return {
      ...recorded,
      ...{ transfer_id, facility_id, facility_name },
      ...{ mrn, first_name, last_name, hospital, reason },
      transferred_on: isoDayOf(transfer.transferred_on),
      /** Null if the transfer is no longer in the data. */
      planned: transfer.is_known ? transfer.planned === 1 : null,
      today: isoDayOf(clocks.todayAt(facility_id)),
      may_write: mayWriteOf(viewer, transfer),
    };
  },
});

/** Maximum input length; the rules allow less. */
const LONGEST_ENTRY = 1_000;

/** Keeps former entries and audits, in one transaction (R573). 400 with the fields, 403, 404, 409. */
export const changeNotices = service({
  name: "transfer-notice/change",
  input: z.object({
    id: residentId,
    /** The version opened; 0 if nothing was recorded. */
    version: z.number().int().nonnegative(),
    entries: z.record(z.enum(NOTICE_FIELDS), z.string().max(LONGEST_ENTRY)),
  }),
  async run({ deps, ...ctx }, wanted) {
    const { viewer } = ctx;
    requireResidentReader(viewer);
    const actor = actorOf(deps, ctx);
    await deps.store.db.transaction().execute(async (trx) => {
      const transfer = await findWrittenTransfer(
        trx,
        viewer,
        wanted.id,
        "transfer_notices",
      );
      if (!transfer) throw notFound();
      if (!mayWriteOf(viewer, transfer)) throw forbidden();
      const stored = await readRecorded(trx, transfer.written_id);
      if (wanted.version !== stored.version) throw outdated(words.stale);
      const entries = entriesOf(wanted.entries);
      const { transfer_id, patient_id, facility_id } = transfer;
      const clocks = await readClocks(trx, actor.at, [facility_id]);
      const today = clocks.todayAt(facility_id);
      refuseFields(noticeProblems(entries, stored.entries, transfer, today));
      const changes = changedEntries(stored.entries, entries);
      const fields = Object.keys(changes).join(" ");
      if (fields === "") return;
      if (stored.history.length >= MOST_CHANGES) {
        throw new Refusal(409, words.full);
      }
      await saveChange(trx, { ...transfer, ...stored }, changes, actor);
      await recordChange(trx, actor, {
        action: "write_transfer_notices",
        residents: [patient_id],
        details: { transfer_id, patient_id, facility_id, fields },
      });
    });
    return null;
  },
});

/**
 * Marks a month's list as sent to the ombudsman (R574); returns the number of transfers that were not sent before. 400
 * for an invalid day.
 */
export const sendNotices = service({
  name: "transfer-notices/send",
  input: z.object({
    facilityId: id,
    month,
    on: z.string().max(LONGEST_ENTRY),
    /** The emergency transfers on the list when it was sent. */
    transfers: z.array(residentId).max(2_000),
  }),
  async run(ctx, { facilityId, month: sent, on, transfers }) {
    const days = daysOfMonth(sent);
    const question = await questionOf(ctx, facilityId, days);
    const today = question.clocks.todayAt(facilityId);
    const actor = actorOf(ctx.deps, ctx);
    if (!isIsoDay(on)) refuseField("on", NO_DAY);
    return ctx.deps.store.db.transaction().execute(async (trx) => {
      const rows = (await readNoticeRows(trx, question)).filter(
        (row) =>
          transfers.includes(row.transfer_id) &&
          row.planned === 0 &&
          !row.ombudsman_on &&
          mayWriteOf(ctx.viewer, row),
      );
      for (const row of rows) {
        const stored = await readRecorded(trx, row.written_id);
        const { entries } = stored;
        const change = { ombudsman_on: on };
        const wanted = { ...entries, ...change };
        const [problem] = noticeProblems(wanted, entries, row, today);
        if (problem) refuseField("on", problem.text);
        await saveChange(trx, { ...row, ...stored }, change, actor);
      }
      if (rows.length > 0) {
        await recordChange(trx, actor, {
          action: "send_transfer_notices",
          residents: rows.map((row) => row.patient_id),
          details: detailsOf(facilityId, days, rows.length),
        });
      }
      return { sent: rows.length };
    });
  },
});

type Days = NoticeQuestion["days"];

async function questionOf(ctx: Ctx, id: number, days: Days) {
  return { ...(await placeOf(ctx, { level: "facility", id })), days };
}

function detailsOf(facilityId: number, days: Days, rows: number) {
  return {
    ...{ level: "facility", subject_id: facilityId, rows },
    from: days && isoDayOf(days.from),
    to: days && isoDayOf(days.to),
  };
}

/** The viewer's facilities of a place; throws for other places, and for account managers. */
async function placeOf({ deps, viewer }: Ctx, place: Subject) {
  requireResidentReader(viewer);
  const { db } = deps.store;
  const { facilityIds } = await requireScope(deps, viewer, place);
  const [ids, clocks] = await Promise.all([
    listInView(db, facilityIds),
    readClocks(db, deps.clock()),
  ]);
  return { viewer, facilityIds: ids, clocks };
}

/** Throws 409 if there is a newer version. */
async function saveChange(
  trx: Transaction<Schema>,
  transfer: Parameters<typeof writtenKeyOf>[0] &
    Awaited<ReturnType<typeof readRecorded>> & { written_id: number | null },
  changes: Partial<NoticeEntries>,
  actor: Actor,
): Promise<void> {
  const { written_id: id, version, entries, history } = transfer;
  const author = await authorOf(trx, actor);
  const change = { author, at: actor.at.toISOString(), changes };
  const row = {
    ...writtenKeyOf(transfer),
    ...entries,
    ...changes,
    version: version + 1,
    history: JSON.stringify([...history, change]),
  };
  const saved =
    id === null
      ? trx
          .insertInto("transfer_notices")
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
      : trx
          .updateTable("transfer_notices")
          .set(row)
          .where("id", "=", id)
          .where("version", "=", version)
          .returning("id");
  if (!(await saved.executeTakeFirst())) throw outdated(words.stale);
}
