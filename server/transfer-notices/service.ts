import { z } from "zod";
import { id, residentId } from "~/contract/wire";
import { isoDayOf } from "~/domain/calendar";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import {
  daysOfMonth,
  dueParts,
  entriesOf,
  isMonth,
} from "~/features/transfer-notices/rules";
import { listInView } from "~server/access/facilities";
import type { Subject } from "~server/access/scope";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { requireScope } from "~server/handlers/require-scope";
import { isIn } from "~server/measures/question";
import {
  findWrittenTransfer,
  mayWriteOf,
} from "~server/reviews/transfer-to-review";
import { readClocks } from "~server/store/facility-clocks";
import {
  countDue,
  readLeftOver,
  readNoticeRows,
  readRecorded,
} from "./notice-rows";
import {
  sendList,
  noticesInput,
  sendingInput,
  writeNotices,
} from "./write-notices";

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
  async run(ctx, { facilityId, month, file }) {
    const { db } = ctx.deps.store;
    const question = await questionOf(ctx, facilityId, month);
    const { clocks, days } = question;
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
      due: dueParts(row, { ...row, planned }, clocks.todayAt(facilityId)),
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
          ...{ level: "facility", subject_id: facilityId },
          from: days && isoDayOf(days.from),
          to: days && isoDayOf(days.to),
          rows: shown.length,
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

/** Records or corrects the notices of a transfer; throws like `writeNotices`. */
export const changeNotices = service({
  name: "transfer-notice/change",
  input: noticesInput,
  async run({ deps, ...ctx }, wanted) {
    requireResidentReader(ctx.viewer);
    await writeNotices(deps.store, ctx.viewer, wanted, actorOf(deps, ctx));
    return null;
  },
});

/** Marks a month's list as sent to the ombudsman; returns the number of transfers recorded. */
export const sendNotices = service({
  name: "transfer-notices/send",
  input: sendingInput.extend({ facilityId: id, month }),
  async run(ctx, { facilityId, month, ...wanted }) {
    const question = await questionOf(ctx, facilityId, month);
    const actor = actorOf(ctx.deps, ctx);
    return { sent: await sendList(ctx.deps.store, question, wanted, actor) };
  },
});

async function questionOf(ctx: Ctx, id: number, month: string | null) {
  const place = await placeOf(ctx, { level: "facility", id });
  return { ...place, days: month === null ? null : daysOfMonth(month) };
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
