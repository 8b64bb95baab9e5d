import { z } from "zod";
import { id, residentId } from "~/contract/wire";
import { isoDayOf } from "~/domain/calendar";
import { LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import { daysOfMonth, isMonth } from "~/features/transfer-notices/rules";
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
  dueOf,
  readLeftOver,
  readNoticeRows,
  readRecorded,
  recordedIn,
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
  async run(ctx, { facilityId, month: asked, file }) {
    const days = asked === null ? null : daysOfMonth(asked);
    const found = await readList(ctx, facilityId, days);
    const shown = [...found.rows, ...(file ? [] : found.left)];
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
    return found;
  },
});

async function readList(ctx: Ctx, facilityId: number, days: Days) {
  const { db } = ctx.deps.store;
  const question = await questionOf(ctx, facilityId, days);
  const today = question.clocks.todayAt(facilityId);
  const [found, left, due] = await Promise.all([
    readNoticeRows(db, question),
    readLeftOver(db, question),
    countDue(db, { ...question, days: null }),
  ]);
  const rows = found.map((row) => ({
    ...row,
    transferred_on: isoDayOf(row.transferred_on),
    planned: row.planned === 1,
    entries: recordedIn(row),
    due: dueOf(row, today),
  }));
  return {
    rows: days ? rows : rows.filter((row) => row.due.length > 0),
    left,
    today: isoDayOf(today),
    due: due.get(facilityId) ?? 0,
  };
}
export type ListedNotices = Awaited<ReturnType<typeof readList>>;

const levels = z.enum([...LEVELS_ABOVE_FACILITIES, "facility"]);

/** Facilities with counts of transfers with something due (R571), most first. Names nobody, so it is not audited. */
export const countNotices = service({
  name: "transfer-notice-counts",
  input: z.object({ level: levels, id }),
  async run(ctx, place) {
    const { db } = ctx.deps.store;
    const { facilityIds, ...question } = await placeOf(ctx, place);
    const [names, due] = await Promise.all([
      db
        .selectFrom("facilities")
        .where(isIn("id", facilityIds))
        .select(["id", "name"])
        .orderBy("name")
        .orderBy("id")
        .execute(),
      countDue(db, { ...question, facilityIds, days: null }),
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
    const { transfer_id, patient_id, facility_id, written_id } = transfer;
    const recorded = await readRecorded(db, written_id);
    const clocks = await readClocks(db, deps.clock(), [facility_id]);
    await recordAccess(deps, ctx, {
      action: "view_transfer_notices",
      residents: [patient_id],
      details: { transfer_id, patient_id, facility_id },
    });
    return {
      ...transfer,
      ...recorded,
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
  async run(ctx, { facilityId, month: sent, ...wanted }) {
    const { deps } = ctx;
    const days = daysOfMonth(sent);
    const question = await questionOf(ctx, facilityId, days);
    const actor = actorOf(deps, ctx);
    return { sent: await sendList(deps.store, question, wanted, actor) };
  },
});

type Days = ReturnType<typeof daysOfMonth> | null;

async function questionOf(ctx: Ctx, facilityId: number, days: Days) {
  const place = await placeOf(ctx, { level: "facility", id: facilityId });
  return { ...place, facilityIds: [facilityId] as const, days };
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
