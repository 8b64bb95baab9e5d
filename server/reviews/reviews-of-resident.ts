import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import { mergedFrom } from "~server/measures/merged-patients";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import {
  isOfSameDay,
  REVIEW_ID,
} from "~server/measures/transfers/review-of-transfer";
import { isLeftOverOf } from "./transfer-to-review";

type Db = Kysely<Schema>;

/** Includes reviews of transfers that are gone, if the viewer may read them. */
export async function reviewsOfResident(
  db: Db,
  viewer: Viewer,
  patientId: number,
  transferIds: readonly number[],
) {
  const [begun, left] = await Promise.all([
    db
      .selectFrom("transfers")
      .innerJoin("reviews", (join) => join.on("reviews.id", "=", REVIEW_ID))
      .innerJoin("facilities", "facilities.id", "transfers.facility_id")
      .where(isIn("transfers.id", transferIds))
      .select([
        "transfers.id as transferId",
        "transfers.transferred_on as transferredOn",
        "facilities.name as facilityName",
        "reviews.state",
      ])
      .execute(),
    readLeftOver(db, viewer, patientId),
  ]);
  // `isKnown`: the transfer is still in the data.
  return [
    ...begun.map((row) => ({ ...row, isKnown: true })),
    ...left.map((row) => ({ ...row, isKnown: false })),
  ];
}

async function readLeftOver(db: Db, viewer: Viewer, patientId: number) {
  return db
    .selectFrom("reviews")
    .leftJoin("facilities", "facilities.id", "reviews.facility_id")
    .where(
      sql<boolean>`reviews.patient_id in ${mergedFrom(sql`cast(${patientId} as bigint)`)}`,
    )
    .where(
      sql<boolean>`not exists (select 1 from transfers where ${isOfSameDay("reviews")})`,
    )
    .where(await isLeftOverOf(db, viewer))
    .orderBy("reviews.transferred_on", "desc")
    .select([
      "reviews.transfer_id as transferId",
      "reviews.transferred_on as transferredOn",
      "facilities.name as facilityName",
      "reviews.state",
    ])
    .execute();
}
