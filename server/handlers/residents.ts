import { sql } from "kysely";
import type { Kysely, SqlBool } from "kysely";
import { getResident, type ResidentStory } from "~/contract/residents";
import { residentNote } from "~server/notes/note-row";
import { readSeenNotes } from "~server/notes/notes-in-view";
import { hasOwnReport } from "~server/reports/own-reports";
import { readResident, residentIdNow } from "~server/residents/read-resident";
import {
  noneOrForbidden,
  seesAllResidents,
} from "~server/residents/resident-view";
import { reviewsOfResident } from "~server/reviews/reviews-of-resident";
import { readClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import { inOneSnapshot } from "~server/store/snapshot";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess } from "./record-access";
import { requireResidentReader } from "./resident-reader";
import { register, type Doors } from "~server/door/doors";
import type { Call } from "~server/door/handler";

const NOTES_OF_A_PAGE = 50;

type Asker = Pick<Call<unknown, unknown, unknown>, "viewer" | "userId">;

/** What happened to a resident; each time that it is given out is recorded (R313). */
export function registerResidents(doors: Doors, deps: ApiDeps): void {
  register(doors, getResident, async (call) => {
    const { viewer, params, query } = call;
    requireResidentReader(deps, viewer);
    const asked = { id: params.id, page: query.notes ?? 0, now: deps.clock() };
    const { idNow, story } = await inOneSnapshot(deps.store.db, (snapshot) =>
      readStory(snapshot, call, asked),
    );
    if (!story) return noneOrForbidden(viewer);
    if (idNow !== params.id) return { data: null, merged_into: idNow };
    await recordAccess(deps, call, {
      action: "view_resident",
      details: { patient_id: idNow },
    });
    return { data: story, merged_into: null };
  });
}

async function readStory(
  db: Kysely<Schema>,
  { viewer, userId }: Asker,
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
        { viewer, userId },
        sql<SqlBool>`notes.patient_id = ${idNow} and notes.noted_at <= ${now.toISOString()}`,
      )
    : [];
  const { stays, transfers } = resident;
  const seesAny = stays.length + transfers.length + notes.length > 0;
  if (!seesAny && !seesAllResidents(viewer)) return { idNow, story: null };
  const staysSeen = new Set(stays.map((stay) => stay.id));
  const end = (page + 1) * NOTES_OF_A_PAGE;
  return {
    idNow,
    story: {
      ...resident,
      notes: notes
        .slice(page * NOTES_OF_A_PAGE, end)
        .map((note) => residentNote(note, staysSeen)),
      notes_next: notes.length > end ? page + 1 : null,
      reviews: await reviewsOfResident(
        db,
        viewer,
        idNow,
        transfers.map((transfer) => transfer.id),
      ),
    },
  };
}
