import { sql } from "kysely";
import type { Kysely, SqlBool } from "kysely";
import { z } from "zod";
import { residentId } from "~/contract/wire";
import { LONGEST_SEARCH } from "~/features/search/rules/text";
import type { NoteFacts } from "~/domain/residents/resident-facts";
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
import {
  reviewsOfResident,
  type ResidentReview,
} from "~server/reviews/reviews-of-resident";
import { readClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import { inOneSnapshot } from "~server/store/snapshot";
import {
  readFoundResidents,
  readNames,
  residentsNamed,
  type FoundResident,
} from "./find-residents";
import {
  readResident,
  residentIdNow,
  type SeenResident,
} from "./read-resident";
import { noneOrForbidden, seesAllResidents } from "./resident-view";

const NOTES_OF_A_PAGE = 50;

/** What happened to a resident, newest first. */
export interface ResidentStory extends SeenResident {
  /** A page of them. */
  notes: NoteFacts[];
  hasOlderNotes: boolean;
  /** The days of all of them, whatever the page. */
  noteMarks: Pick<NoteFacts, "stayId" | "day" | "isHighRisk">[];
  reviews: ResidentReview[];
}

/**
 * What happened to a resident, as far as the viewer may see it: the stays of their places, or of their NPI, with what belongs
 * to them (R313). A resident who was merged into another has no story, and `mergedInto` names the other. Null where there is no
 * such resident, and 403 for who would not see one. Each view is recorded.
 */
export const viewResident = service({
  name: "resident",
  input: z.object({
    id: residentId,
    /** 0, 1, …, of the notes. */
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

/** So many residents are shown; who looks for another types more. */
const MOST_FOUND = 20;
/** A character may be two units of the text. */
const MOST_UNITS = 2 * LONGEST_SEARCH;

/** Residents whom a search shows, and how many it found. */
export interface FoundResidents {
  residents: FoundResident[];
  count: number;
}

/**
 * The residents in view whom a text finds (R554). Each answer that shows any is recorded, without the text: it may be a name.
 */
export const findResidents = service({
  name: "residents/find",
  input: z.object({ text: z.string().min(2).max(MOST_UNITS) }),
  async run(ctx, { text }): Promise<FoundResidents> {
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
    const { length: rows } = found.residents;
    if (rows > 0) {
      await recordAccess(deps, ctx, {
        action: "view_patients",
        residents: found.residents.map(({ id }) => id),
        details: { list: "search", rows },
      });
    }
    return found;
  },
});

/** More numbers than a statement takes are as many as read without. */
const MOST_NAMED = 5_000;

/**
 * Residents whom a text may find at the facilities of a viewer, by names that are remembered until the data of the facility change; null
 * where all of theirs are to be read. Physicians have few.
 */
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
): Promise<{ idNow: number; story: ResidentStory | null }> {
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
      notes: facts.slice(page * NOTES_OF_A_PAGE, end),
      hasOlderNotes: notes.length > end,
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
