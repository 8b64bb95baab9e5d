import { sql, type Kysely, type SqlBool } from "kysely";
import { z } from "zod";
import type { Viewer } from "~/domain/access/viewer";
import { isoDayOf, type EpochDay } from "~/domain/calendar";
import {
  dueParts,
  entriesOf,
  NOTICE_FIELDS,
  NOTICE_WINDOW_DAYS,
} from "~/features/transfer-notices/rules";
import { IS_COUNTED, isIn } from "~server/measures/question";
import {
  isOfSameDay,
  isWrittenOf,
  NOTICE_ID,
} from "~server/measures/transfers/review-of-transfer";
import { residentView } from "~server/residents/read-resident";
import { isLeftOverOf, writtenIn } from "~server/reviews/transfer-to-review";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

export interface NoticeQuestion {
  viewer: Viewer;
  facilityIds: readonly number[];
  clocks: FacilityClocks;
  /** Null means the recent days in which notices are due. */
  days: { from: EpochDay; to: EpochDay } | null;
}

const changes = z.array(
  z.object({
    author: z.string(),
    at: z.string(),
    changes: z.record(z.enum(NOTICE_FIELDS), z.string()),
  }),
);

function readHistory(text: string | null) {
  return changes.parse(JSON.parse(text ?? "[]"));
}

/** Visible transfers (R313), planned or not, each once (R248); leaves out residents who had already left (R570). */
async function transfersOf(
  db: Db,
  { viewer, facilityIds, clocks, days }: NoticeQuestion,
) {
  const { transfers: inView } = await residentView(db, viewer);
  const today = clocks.todayOf("transfers.facility_id");
  const day = sql`transfers.transferred_on`;
  const isAsked = days
    ? sql`${day} between ${days.from} and ${days.to}`
    : sql`${day} > ${today} - ${sql.lit(NOTICE_WINDOW_DAYS)}`;
  return db
    .selectFrom("transfers")
    .leftJoin("transfer_notices", (join) =>
      join.on("transfer_notices.id", "=", NOTICE_ID),
    )
    .where(isIn("transfers.facility_id", facilityIds))
    .where(
      sql<SqlBool>`${isAsked} and ${day} <= ${today} and ${IS_COUNTED} and transfers.stay_id is not null and ${inView}`,
    )
    .select([
      "transfers.facility_id",
      "transfers.transferred_on",
      "transfers.trip_planned as planned",
      ...NOTICE_FIELDS.map((field) => `transfer_notices.${field}` as const),
    ]);
}

/** Omits facilities with nothing due (R571). */
export async function countDue(
  db: Db,
  question: NoticeQuestion,
): Promise<Map<number, number>> {
  const transfers = await transfersOf(db, question);
  const rows = await transfers
    .where(
      sql<SqlBool>`(transfer_notices.id is null or transfer_notices.notice_on = '' or transfer_notices.bed_hold_on = ''
        or transfer_notices.ombudsman_on = '')`,
    )
    .execute();
  const due = new Map<number, number>();
  for (const row of rows) {
    const { facility_id: id } = row;
    if (dueParts(row, row, question.clocks.todayAt(id)).length > 0) {
      due.set(id, (due.get(id) ?? 0) + 1);
    }
  }
  return due;
}

export async function readNoticeRows(db: Db, question: NoticeQuestion) {
  const transfers = await transfersOf(db, question);
  return transfers
    .innerJoin("patients", "patients.id", "transfers.patient_id")
    .leftJoin("stays", "stays.id", "transfers.stay_id")
    .orderBy("transfers.transferred_on")
    .orderBy("transfers.minute_of_day")
    .orderBy("transfers.id")
    .select([
      "transfers.id as transfer_id",
      "transfers.patient_id",
      "transfers.recorded_patient_id",
      "patients.mrn",
      "patients.first_name",
      "patients.last_name",
      "transfers.hospital",
      "transfers.reason",
      "stays.npi",
      "stays.isnp",
      "transfer_notices.id as written_id",
    ])
    .execute();
}

/** What is recorded of a transfer; version 0 if nothing is. */
export async function readRecorded(db: Db, id: number | null) {
  const stored = await db
    .selectFrom("transfer_notices")
    .where("id", "=", id)
    .select(["version", "history", ...NOTICE_FIELDS])
    .executeTakeFirst();
  return {
    version: stored?.version ?? 0,
    entries: entriesOf(stored ?? {}),
    history: readHistory(stored?.history ?? null),
  };
}

export async function readLeftOver(
  db: Db,
  { viewer, facilityIds, days }: NoticeQuestion,
) {
  if (!days) return [];
  const rows = await writtenIn(db, "transfer_notices")
    .innerJoin("patients", "patients.id", "reviews.patient_id")
    .where(isIn("reviews.facility_id", facilityIds))
    .where("reviews.transferred_on", ">=", days.from)
    .where("reviews.transferred_on", "<=", days.to)
    .where(await isLeftOverOf(db, viewer))
    .where(
      sql<boolean>`not exists (select 1 from transfers where ${isOfSameDay("reviews")})`,
    )
    .orderBy("reviews.transferred_on")
    .orderBy("reviews.id")
    .select([
      "reviews.transfer_id",
      "reviews.patient_id",
      "reviews.transferred_on",
      "patients.first_name",
      "patients.last_name",
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    transferred_on: isoDayOf(row.transferred_on),
  }));
}

/** Erases who gave them, also from former entries; keeps days and authors. Returns the number of transfers. */
export async function forgetNotices(
  db: Db,
  patientIds: readonly number[],
): Promise<number> {
  const rows = await db
    .selectFrom("transfer_notices")
    .where(isWrittenOf("transfer_notices", patientIds))
    .select(["id", "history"])
    .execute();
  for (const { id, history } of rows) {
    const plain = readHistory(history).map(({ changes, ...one }) => ({
      ...one,
      changes: { ...changes, notice_by: undefined },
    }));
    await db
      .updateTable("transfer_notices")
      .set((row) => ({
        notice_by: "",
        history: JSON.stringify(plain),
        // A new version, so an open form cannot restore the text.
        version: row("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
  }
  return rows.length;
}
