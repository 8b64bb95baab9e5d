import { sql, type Kysely, type SqlBool } from "kysely";
import { z } from "zod";
import { residentId } from "~/contract/wire";
import { LONGEST_SEARCH } from "~/features/search/rules/text";
import {
  accessibleFacilityIds,
  hasRankOf,
  listInView,
} from "~server/access/facilities";
import { rememberByFacility } from "~server/door/remember-by-facility";
import { service, type Ctx } from "~server/door/services";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { residentNote } from "~server/notes/note-row";
import { readSeenNotes } from "~server/notes/notes-in-view";
import { hasOwnReport } from "~server/reports/own-reports";
import { readClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import { inOneSnapshot } from "~server/store/snapshot";
import {
  readFoundResidents,
  readNames,
  residentsNamed,
} from "./find-residents";
import {
  readResident,
  residentIdNow,
  noneOrForbidden,
  seesAllResidents,
} from "./read-resident";
import type { Viewer } from "~/domain/access/viewer";
import { mergedFrom } from "../measures/merged-stays";
import { isIn } from "../measures/question";
import {
  isOfSameDay,
  REVIEW_ID,
} from "../measures/transfers/review-of-transfer";
import { isLeftOverOf } from "../reviews/transfer-to-review";

const NOTES_OF_A_PAGE = 50;

export type ResidentStory = NonNullable<
  Awaited<ReturnType<typeof readStory>>["story"]
>;

/**
 * Shows what the viewer may see (R313). `story` is null for a merged resident, and `mergedInto` names the other. Null
 * without a resident; 403 for limited viewers. Audited.
 */
export const viewResident = service({
  name: "resident",
  input: z.object({
    id: residentId,
    /** Page of the notes, from 0. */
    page: z.number().int().nonnegative(),
  }),
  async run(ctx, { id, page }) {
    const { deps, viewer } = ctx;
    requireResidentReader(viewer);
    const asked = { id, page, now: deps.clock() };
    const { idNow, story } = await inOneSnapshot(deps.store.db, (snapshot) =>
      readStory(snapshot, ctx, asked),
    );
    if (!story) return noneOrForbidden(viewer);
    if (idNow !== id) return { story: null, mergedInto: idNow };
    await recordAccess(deps, ctx, {
      action: "view_resident",
      residents: [idNow],
      details: { patient_id: idNow },
    });
    return { story, mergedInto: null };
  },
});

const MOST_FOUND = 20;
/** A character may take two UTF-16 units. */
const MOST_UNITS = 2 * LONGEST_SEARCH;

export type FoundResidents = Awaited<ReturnType<typeof readFoundResidents>>;

/** Residents in view that match a text (R554). Each search is audited without its text, which may be a name. */
export const findResidents = service({
  name: "residents/find",
  input: z.object({ text: z.string().min(2).max(MOST_UNITS) }),
  async run(ctx, { text }) {
    const { deps, viewer } = ctx;
    requireResidentReader(viewer);
    const among = await namedInView(ctx, text);
    const found = await inOneSnapshot(deps.store.db, async (snapshot) => {
      const clocks = await readClocks(snapshot, deps.clock());
      const asked = { text, most: MOST_FOUND, among };
      return readFoundResidents(snapshot, viewer, asked, (facilityId) =>
        clocks.todayAt(facilityId),
      );
    });
    await recordAccess(deps, ctx, {
      action: "view_patients",
      residents: found.residents.map(({ id }) => id),
      details: { list: "search", rows: found.residents.length },
    });
    return found;
  },
});

/** Above this, reading all residents is as fast. */
const MOST_NAMED = 5_000;

/** Names stay cached until a facility's data change; null reads everybody. Physicians have few residents. */
async function namedInView(
  { deps, viewer, userId }: Ctx,
  text: string,
): Promise<number[] | null> {
  if (!hasRankOf(viewer, "facility")) return null;
  const { db } = deps.store;
  const inView = await accessibleFacilityIds(db, viewer);
  const ids = await listInView(db, inView);
  const names = await rememberByFacility(deps, userId, ids, {
    memory: deps.census.names,
    asked: ["names"],
    read: (snapshot, { facilityIds }) => readNames(snapshot, facilityIds),
  });
  const named = residentsNamed(text, names);
  return named.length > MOST_NAMED ? null : named;
}

async function readStory(
  db: Kysely<Schema>,
  { viewer, userId }: Pick<Ctx, "viewer" | "userId">,
  { id, page, now }: { id: number; page: number; now: Date },
) {
  const idNow = await residentIdNow(db, id);
  const clocks = await readClocks(db, now);
  const resident = await readResident(db, viewer, idNow, (facilityId) =>
    clocks.todayAt(facilityId),
  );
  if (!resident) return { idNow, story: null };
  const notes = (await hasOwnReport(db, viewer, "after-hours-patient-report"))
    ? await readSeenNotes(
        db,
        { viewer, userId, now },
        sql<SqlBool>`notes.patient_id = ${idNow} and notes.noted_at <= ${now.toISOString()}`,
      )
    : [];
  const { stays, transfers } = resident;
  const seesAny = stays.length + transfers.length + notes.length > 0;
  if (!seesAny && !seesAllResidents(viewer)) return { idNow, story: null };
  const staysSeen = new Set(stays.map((stay) => stay.id));
  const facts = notes.map((note) => residentNote(note, staysSeen));
  const end = (page + 1) * NOTES_OF_A_PAGE;
  return {
    idNow,
    story: {
      ...resident,
      /** One page. */
      notes: facts.slice(page * NOTES_OF_A_PAGE, end),
      hasOlderNotes: notes.length > end,
      /** Days of all notes, not only this page's. */
      noteMarks: facts.map(({ stayId, day, isHighRisk }) => ({
        stayId,
        day,
        isHighRisk,
      })),
      reviews: await reviewsOfResident(
        db,
        viewer,
        idNow,
        transfers.map((transfer) => transfer.id),
      ),
    },
  };
}

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
