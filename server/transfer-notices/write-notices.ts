import type { Transaction } from "kysely";
import { z } from "zod";
import { residentId } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { isIsoDay, isoDayOf } from "~/domain/calendar";
import { changedEntries } from "~/domain/changed-entries";
import {
  entriesOf,
  MOST_CHANGES,
  NO_DAY,
  NOTICE_FIELDS,
  noticeProblems,
  type NoticeEntries,
} from "~/features/transfer-notices/rules";
import { noticeWords as words } from "~/features/transfer-notices/words";
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
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { type Actor, authorOf, recordChange } from "~server/users/actor";
import {
  readHistory,
  readNoticeRows,
  readRecorded,
  type NoticeQuestion,
} from "./notice-rows";

/** Maximum input length; the rules allow less. */
const LONGEST_ENTRY = 1_000;

export const noticesInput = z.object({
  id: residentId,
  /** The version opened; 0 if nothing was recorded. */
  version: z.number().int().nonnegative(),
  entries: z.record(z.enum(NOTICE_FIELDS), z.string().max(LONGEST_ENTRY)),
});

/** Keeps former entries and audits, in one transaction (R573). Throws 400 with the fields, 403, 404, 409. */
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
}

export const sendingInput = z.object({
  on: z.string().max(LONGEST_ENTRY),
  /** The emergency transfers on the list when it was sent. */
  transfers: z.array(residentId).max(2_000),
});

/** Records emergency transfers not sent before (R574); returns their number. Throws 400 for an invalid day. */
export async function sendList(
  { db }: Store,
  question: NoticeQuestion,
  { on, transfers }: z.output<typeof sendingInput>,
  actor: Actor,
): Promise<number> {
  const { viewer, clocks, days } = question;
  if (!isIsoDay(on)) refuseField("on", NO_DAY);
  return db.transaction().execute(async (trx) => {
    const wanted = new Set(transfers);
    const rows = (await readNoticeRows(trx, question)).filter(
      (row) =>
        wanted.has(row.transfer_id) &&
        row.planned === 0 &&
        !row.ombudsman_on &&
        mayWriteOf(viewer, row),
    );
    const [first] = rows;
    if (!first) return 0;
    for (const row of rows) {
      const entries = entriesOf(row);
      const sent = { ...entries, ombudsman_on: on };
      const today = clocks.todayAt(row.facility_id);
      const [problem] = noticeProblems(sent, entries, row, today);
      if (problem) refuseField("on", problem.text);
      const history = readHistory(row.history);
      const stored = { version: row.version ?? 0, entries, history };
      await saveChange(trx, { ...row, ...stored }, { ombudsman_on: on }, actor);
    }
    await recordChange(trx, actor, {
      action: "send_transfer_notices",
      residents: rows.map((row) => row.patient_id),
      details: {
        ...{ level: "facility", subject_id: first.facility_id },
        rows: rows.length,
        from: days && isoDayOf(days.from),
        to: days && isoDayOf(days.to),
      },
    });
    return rows.length;
  });
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
