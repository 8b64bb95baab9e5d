import { sql } from "kysely";
import type { Kysely, RawBuilder, Selectable, SqlBool } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import type { EpochDay } from "~/domain/calendar";
import { accessibleFacilityIds, hasRankOf } from "~server/access/facilities";
import { isIn, isOneOf } from "~server/measures/question";
import { noneOrForbidden, residentView } from "~server/residents/resident-view";
import type { Flag, Schema, TransferTable } from "~server/store/schema";
import {
  isOfSameDay,
  isWithoutTransfer,
  REVIEW_ID,
} from "~server/measures/transfers/review-of-transfer";

type Db = Kysely<Schema>;

/** A transfer that a viewer sees, with what a page about it says. */
export interface TransferToReview extends Pick<
  Selectable<TransferTable>,
  | "patient_id"
  | "recorded_patient_id"
  | "facility_id"
  | "transferred_on"
  | "minute_of_day"
  | "assumed"
  | "hospital"
  | "unit"
  | "reason"
  | "diagnosis"
  | "returned_on"
> {
  transfer_id: number;
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  facility_name: string;
  /** Of its stay, as what follows. */
  npi: number | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
  isnp: Flag | null;
  admitted_on: EpochDay | null;
  /** Null where the transfer is no longer in the data. */
  outcome: TransferTable["outcome"] | null;
  review_id: number | null;
  is_known: boolean;
}

/** Columns that say whose a transfer is, of `transfers` with its resident, facility, stay and physician. */
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

/**
 * The transfer of an id, or what is left of one: what its review knows, where the transfer has another id now or is no longer in the data. Null where
 * there is neither; throws 403 for viewers who are not to know.
 */
export async function findTransferToReview(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<TransferToReview | null> {
  const transfer = await findTransfer(db, viewer, sql`transfers.id = ${id}`);
  if (transfer !== undefined) return transfer;
  return (await findLeftOver(db, viewer, id)) ?? noneOrForbidden(viewer);
}

async function findTransfer(
  db: Db,
  viewer: Viewer,
  which: ReturnType<typeof isWithoutTransfer>,
): Promise<TransferToReview | null | undefined> {
  const { transfers: seen } = await residentView(db, viewer);
  const transfer = await db
    .selectFrom("transfers")
    .innerJoin("patients", "patients.id", "transfers.patient_id")
    .innerJoin("facilities", "facilities.id", "transfers.facility_id")
    .leftJoin("stays", "stays.id", "transfers.stay_id")
    .leftJoin("physicians", "physicians.npi", "stays.npi")
    .where(sql<boolean>`(${which}) and ${seen}`)
    .orderBy("transfers.id")
    .limit(1)
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
      "transfers.trip_planned",
      REVIEW_ID.as("review_id"),
    ])
    .executeTakeFirst();
  if (!transfer) return undefined;
  const { trip_planned: planned, ...row } = transfer;
  // A planned transfer has no review, but where somebody began one before it was known as planned.
  return planned === 1 && row.review_id === null
    ? null
    : { ...row, is_known: true };
}

/** What is left where there is no transfer of that id: one that has another id now, or a review alone. */
async function findLeftOver(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<TransferToReview | null | undefined> {
  const review = await db
    .selectFrom("reviews")
    .leftJoin("patients", "patients.id", "reviews.patient_id")
    .leftJoin("facilities", "facilities.id", "reviews.facility_id")
    .leftJoin("physicians", "physicians.npi", "reviews.npi")
    .where("reviews.transfer_id", "=", id)
    .where(await isLeftOverOf(db, viewer))
    .orderBy("reviews.id", "desc")
    .limit(1)
    .select([
      "reviews.id as review_id",
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
  const isMoved = sql<SqlBool>`exists (select 1 from reviews where reviews.id = ${review.review_id} and ${isOfSameDay("reviews")})`;
  const moved = await db
    .selectFrom("transfers")
    .where(sql<boolean>`${isMoved}`)
    .select("id")
    .executeTakeFirst();
  // Its stay may be another physician's by now: who does not see the transfer does not read its review.
  if (moved) return findTransfer(db, viewer, isMoved);
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
    is_known: false,
  };
}

/** Row of `reviews` whose transfer is gone: the viewer saw that, by the rules of `residentView` and what the review knows of the stay. */
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
