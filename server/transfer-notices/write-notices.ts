import type { Transaction } from "kysely";
import { z } from "zod";
import { dayParam, residentId } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { isoDayOf } from "~/domain/calendar";
import {
  changedEntries,
  entriesOf,
  MOST_CHANGES,
  NOTICE_FIELDS,
  noticeProblems,
  type NoticeEntries,
} from "~/features/transfer-notices/rules";
import { noticeWords as words } from "~/features/transfer-notices/words";
import { insertAuditEvents } from "~server/audit/audit-events";
import { forbidden, notFound, Refusal, refuseField } from "~server/refusal";
import {
  findWrittenTransfer,
  mayWriteOf,
  writtenKeyOf,
} from "~server/reviews/transfer-to-review";
import { readClocks } from "~server/store/facility-clocks";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { type Actor, authorOf } from "~server/users/actor";
import {
  readHistory,
  readNoticeRows,
  readRecorded,
  recordedIn,
  type NoticeQuestion,
} from "./notice-rows";

type Trx = Transaction<Schema>;

/** Maximum input length; the rules allow less. */
const LONGEST_ENTRY = 1_000;

export const noticesInput = z.object({
  id: residentId,
  /** The version opened; 0 if nothing was recorded. */
  version: z.number().int().nonnegative(),
  entries: z.record(z.enum(NOTICE_FIELDS), z.string().max(LONGEST_ENTRY)),
});

/** Keeps former entries and audits, in one transaction (R573). Throws 400 with the field, 403, 404, 409. */
export async function writeNotices(
  { db }: Store,
  viewer: Viewer,
  wanted: z.output<typeof noticesInput>,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const transfer = await findWrittenTransfer(
      trx,
      viewer,
      wanted.id,
      "transfer_notices",
    );
    if (!transfer) throw notFound();
    if (!mayWriteOf(viewer, transfer)) throw forbidden();
    const stored = await readRecorded(trx, transfer.written_id);
    if (wanted.version !== stored.version) throw stale();
    const entries = entriesOf(wanted.entries);
    const { facility_id: facility, transferred_on: transferredOn } = transfer;
    const clocks = await readClocks(trx, actor.at, [facility]);
    const [problem] = noticeProblems(
      entries,
      stored.entries,
      { planned: transfer.planned === 1, transferredOn },
      clocks.todayAt(facility),
    );
    if (problem) refuseField(problem.field, problem.text);
    const changes = changedEntries(stored.entries, entries);
    const fields = Object.keys(changes);
    if (fields.length === 0) return;
    if (stored.history.length >= MOST_CHANGES) {
      throw new Refusal(409, words.full);
    }
    await saveChange(trx, { ...transfer, ...stored }, changes, actor);
    await insertAuditEvents(trx, [
      {
        action: "write_transfer_notices",
        ...{ at: actor.at, user: actor.user, ...actor.origin },
        residents: [transfer.patient_id],
        details: {
          transfer_id: transfer.transfer_id,
          patient_id: transfer.patient_id,
          facility_id: facility,
          fields: fields.join(" "),
        },
      },
    ]);
  });
}

export const sendingInput = z.object({
  on: dayParam,
  /** The emergency transfers on the list when it was sent. */
  transfers: z.array(residentId).max(2_000),
});

/** Records emergency transfers not sent before (R574); returns their number. Throws 400 for an invalid day. */
export async function sendList(
  { db }: Store,
  question: NoticeQuestion & { facilityIds: readonly [number] },
  { on, transfers }: z.output<typeof sendingInput>,
  actor: Actor,
): Promise<number> {
  const { viewer, clocks, days } = question;
  const [facility] = question.facilityIds;
  return db.transaction().execute(async (trx) => {
    const wanted = new Set(transfers);
    const rows = (await readNoticeRows(trx, question)).filter(
      (row) =>
        wanted.has(row.transfer_id) &&
        row.planned === 0 &&
        recordedIn(row).ombudsman_on === "" &&
        mayWriteOf(viewer, row),
    );
    if (rows.length === 0) return 0;
    const change = { ombudsman_on: on };
    for (const row of rows) {
      const before = recordedIn(row);
      const { transferred_on: transferredOn } = row;
      const [problem] = noticeProblems(
        { ...before, ...change },
        before,
        { planned: false, transferredOn },
        clocks.todayAt(facility),
      );
      if (problem) refuseField("on", problem.text);
      const stored = {
        version: row.version ?? 0,
        history: readHistory(row.history),
      };
      await saveChange(trx, { ...row, ...stored }, change, actor);
    }
    await insertAuditEvents(trx, [
      {
        action: "send_transfer_notices",
        ...{ at: actor.at, user: actor.user, ...actor.origin },
        residents: rows.map((row) => row.patient_id),
        details: {
          ...{ level: "facility", subject_id: facility, rows: rows.length },
          from: days && isoDayOf(days.from),
          to: days && isoDayOf(days.to),
        },
      },
    ]);
    return rows.length;
  });
}

/** Saves the changes. Throws 409 if there is a newer version. */
async function saveChange(
  trx: Trx,
  transfer: Parameters<typeof writtenKeyOf>[0] & {
    written_id: number | null;
    version: number;
    history: ReturnType<typeof readHistory>;
  },
  changes: Partial<NoticeEntries>,
  actor: Actor,
): Promise<void> {
  const key = writtenKeyOf(transfer);
  const { version, history } = transfer;
  let id = transfer.written_id;
  if (id === null) {
    const added = await trx
      .insertInto("transfer_notices")
      .values({ ...key, ...entriesOf({}), version: 0, history: "[]" })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) throw stale();
    id = added.id;
  }
  const change = {
    author: await authorOf(trx, actor),
    at: actor.at.toISOString(),
    changes,
  };
  const { numUpdatedRows } = await trx
    .updateTable("transfer_notices")
    .set({
      ...key,
      ...changes,
      version: version + 1,
      history: JSON.stringify([...history, change]),
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw stale();
}

function stale(): Refusal {
  return new Refusal(409, words.stale, { code: "version_is_old" });
}
