import {
  sql,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import { mayWriteReview } from "~/features/reviews/rules/review-rules";
import { accessibleFacilityIds, hasRankOf } from "~server/access/facilities";
import { isIn, isOneOf } from "~server/measures/question";
import { noneOrForbidden, residentView } from "~server/residents/read-resident";
import type { WrittenOfTransfer } from "~server/store/review-tables";
import type { Schema } from "~server/store/schema";
import {
  isOfSameDay,
  isWithoutTransfer,
  NOTICE_ID,
  REVIEW_ID,
  type WrittenTable,
} from "~server/measures/transfers/review-of-transfer";

type Db = Kysely<Schema>;

type Known = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

/** A visible transfer for its page; `is_known` is false once it left the data. */
export type TransferToReview = Omit<Known, "outcome" | "is_known"> & {
  outcome: Known["outcome"] | null;
  is_known: boolean;
};

/** May write reviews and notices of a visible transfer (R340). */
export function mayWriteOf(
  viewer: Viewer,
  {
    is_known = true,
    npi,
    isnp,
  }: Pick<TransferToReview, "npi" | "isnp"> &
    Partial<Pick<TransferToReview, "is_known">>,
): boolean {
  return is_known && mayWriteReview(viewer, { npi, isnp: isnp === 1 });
}

export const WHOSE_TRANSFER = [
  "transfers.id as transfer_id",
  "transfers.patient_id",
  "patients.mrn",
  "patients.first_name",
  "patients.last_name",
  "transfers.facility_id",
  "facilities.name as facility_name",
  "stays.npi",
  "physicians.first_name as physician_first_name",
  "physicians.last_name as physician_last_name",
] as const;

/** As {@link findWrittenTransfer}; a planned transfer has a review only from before. */
export async function findTransferToReview(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<TransferToReview | null> {
  const found = await findWrittenTransfer(db, viewer, id, "reviews");
  return found?.planned === 1 && found.written_id === null ? null : found;
}

/**
 * A transfer, or what was written of one with another id or none. Null without both; throws 403 for limited viewers.
 */
export async function findWrittenTransfer(
  db: Db,
  viewer: Viewer,
  id: number,
  written: WrittenTable,
): Promise<TransferToReview | null> {
  // Notices belong to the row that represents the transfer (R248).
  const standing =
    written === "reviews"
      ? id
      : sql`(select coalesce(notice.trip_id, notice.id) from transfers as notice where notice.id = ${id})`;
  return (
    (await findTransfer(
      db,
      viewer,
      sql`transfers.id = ${standing}`,
      written,
    )) ??
    (await findLeftOver(db, viewer, id, written)) ??
    noneOrForbidden(viewer)
  );
}

/** Visible transfers with the id of what was written about each. */
export async function transfersInView(
  db: Db,
  viewer: Viewer,
  written: WrittenTable,
) {
  const { transfers: seen } = await residentView(db, viewer);
  return db
    .selectFrom("transfers")
    .innerJoin("patients", "patients.id", "transfers.patient_id")
    .innerJoin("facilities", "facilities.id", "transfers.facility_id")
    .leftJoin("stays", "stays.id", "transfers.stay_id")
    .leftJoin("physicians", "physicians.npi", "stays.npi")
    .where(sql<boolean>`${seen}`)
    .select([
      ...WHOSE_TRANSFER,
      "stays.isnp",
      "stays.admitted_on",
      "transfers.recorded_patient_id",
      "transfers.transferred_on",
      "transfers.minute_of_day",
      "transfers.outcome",
      "transfers.assumed",
      "transfers.hospital",
      "transfers.unit",
      "transfers.reason",
      "transfers.diagnosis",
      "transfers.returned_on",
      "transfers.trip_planned as planned",
      (written === "reviews" ? REVIEW_ID : NOTICE_ID).as("written_id"),
    ]);
}

async function findTransfer(
  db: Db,
  viewer: Viewer,
  which: ReturnType<typeof isWithoutTransfer>,
  written: WrittenTable,
) {
  const transfers = await transfersInView(db, viewer, written);
  const transfer = await transfers
    .where(sql<boolean>`(${which})`)
    .orderBy("transfers.id")
    .limit(1)
    .executeTakeFirst();
  return transfer && { ...transfer, is_known: true };
}

/** A transfer with a new id, or only what was written. */
async function findLeftOver(
  db: Db,
  viewer: Viewer,
  id: number,
  written: WrittenTable,
): Promise<TransferToReview | undefined> {
  const review = await writtenIn(db, written)
    .leftJoin("patients", "patients.id", "reviews.patient_id")
    .leftJoin("facilities", "facilities.id", "reviews.facility_id")
    .leftJoin("physicians", "physicians.npi", "reviews.npi")
    .where("reviews.transfer_id", "=", id)
    .where(await isLeftOverOf(db, viewer))
    .orderBy("reviews.id", "desc")
    .limit(1)
    .select([
      "reviews.id as written_id",
      "reviews.patient_id",
      "patients.mrn",
      "patients.first_name",
      "patients.last_name",
      "reviews.facility_id",
      "facilities.name as facility_name",
      "reviews.npi",
      "physicians.first_name as physician_first_name",
      "physicians.last_name as physician_last_name",
      "reviews.isnp",
      "reviews.transferred_on",
    ])
    .executeTakeFirst();
  if (!review) return undefined;
  const isMoved = sql<SqlBool>`exists (select 1 from ${sql.table(written)} as reviews where reviews.id = ${review.written_id} and ${isOfSameDay("reviews")})`;
  const moved = await db
    .selectFrom("transfers")
    .where(sql<boolean>`${isMoved}`)
    .select("id")
    .executeTakeFirst();
  // Its stay may have another physician now: a viewer without the transfer reads no review.
  if (moved) return findTransfer(db, viewer, isMoved, written);
  return {
    ...review,
    transfer_id: id,
    facility_name: review.facility_name ?? `Facility ${review.facility_id}`,
    recorded_patient_id: null,
    admitted_on: null,
    minute_of_day: null,
    outcome: null,
    assumed: 0,
    hospital: null,
    unit: null,
    reason: null,
    diagnosis: null,
    returned_on: null,
    planned: null,
    is_known: false,
  };
}

/** Matches what was written with its transfer. */
export function writtenKeyOf(
  transfer: Pick<
    TransferToReview,
    | ("transfer_id" | "patient_id" | "recorded_patient_id" | "facility_id")
    | ("transferred_on" | "npi" | "isnp")
  >,
) {
  const { transfer_id, facility_id, transferred_on, npi } = transfer;
  return {
    transfer_id,
    // If the merge is taken back, it belongs to the original patient.
    patient_id: transfer.recorded_patient_id ?? transfer.patient_id,
    facility_id,
    transferred_on,
    npi,
    isnp: transfer.isnp ?? 0,
  } as const;
}

/** Both tables have the columns of `reviews`. */
function writtenIn(db: Db, written: WrittenTable) {
  return db.selectFrom(
    sql<Selectable<WrittenOfTransfer>>`${sql.table(written)}`.as("reviews"),
  );
}

/** A row without its transfer that the viewer saw, by `residentView` and the stored facts of the stay. */
export async function isLeftOverOf(
  db: Db,
  viewer: Viewer,
): Promise<RawBuilder<boolean>> {
  const whose = hasRankOf(viewer, "facility")
    ? isOneOf("reviews.facility_id", await accessibleFacilityIds(db, viewer))
    : isIn("reviews.npi", viewer.accessLevelIds);
  const isnp = viewer.isnpOnly ? sql`reviews.isnp = 1` : sql`1 = 1`;
  return sql<boolean>`(${isWithoutTransfer("reviews")} and ${whose ?? sql`1 = 1`} and ${isnp})`;
}
