import type { Kysely } from "kysely";
import { getUnreadAlerts } from "~/contract/physicianalerts";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import type { FacilityIds } from "~server/access/facilities";
import { isIsnpOnly, resolveScope } from "~server/access/scope";
import type { ApiDeps } from "~server/api-deps";
import { stayOfDay } from "~server/measures/derive-patient";
import { serve } from "~server/serve";
import type { Api } from "~server/serve";
import type { Schema } from "~server/store/schema";

const LOOKBACK_MS = 72 * 3_600_000;

/**
 * How many after-hours notes of the last 72 hours a physician has not read; 0 for every other level (shell spec §7).
 * Nothing marks a note as read yet, so all notes of that time count as unread.
 */
export function registerPhysicianAlerts(app: Api, deps: ApiDeps): void {
  const { db } = deps.store;
  serve(app, getUnreadAlerts, deps, async ({ viewer }) => {
    if (viewer.accessLevel !== "physician") return { data: { unread: 0 } };
    const now = deps.clock();
    const counts = await Promise.all(
      [...new Set(viewer.accessLevelIds)].map((npi) =>
        countNotesOf(db, viewer, npi, now),
      ),
    );
    return { data: { unread: counts.reduce((sum, count) => sum + count, 0) } };
  });
}

type Db = Kysely<Schema>;

async function countNotesOf(
  db: Db,
  viewer: Viewer,
  npi: number,
  now: Date,
): Promise<number> {
  const scope = await resolveScope(db, viewer, { level: "physician", id: npi });
  if (scope.verdict !== "allow") return 0;
  const notes = notesOf(db, npi, now, scope.facilityIds);
  if (isIsnpOnly(viewer, undefined)) return countIsnpNotes(notes);
  const { count } = await notes
    .select((query) => query.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A physician's notes of the lookback; the index on `npi` and `noted_at` finds them. */
function notesOf(db: Db, npi: number, now: Date, facilityIds: FacilityIds) {
  const since = new Date(now.getTime() - LOOKBACK_MS).toISOString();
  const notes = db
    .selectFrom("notes")
    .where("notes.npi", "=", npi)
    .where("notes.noted_at", ">=", since)
    .where("notes.noted_at", "<=", now.toISOString());
  return facilityIds === "all"
    ? notes
    : notes.where("notes.facility_id", "in", facilityIds);
}

/** Notes on a day that belongs to a stay flagged ISNP, by the rule that gives transfers their stay. */
async function countIsnpNotes(
  notes: ReturnType<typeof notesOf>,
): Promise<number> {
  const rows = await notes
    .innerJoin("stays", (join) =>
      join
        .onRef("stays.patient_id", "=", "notes.patient_id")
        .onRef("stays.facility_id", "=", "notes.facility_id"),
    )
    .select([
      "notes.id as note_id",
      "notes.noted_at",
      "stays.id",
      "stays.facility_id",
      "stays.admitted_on",
      "stays.discharged_on",
      "stays.admitted_from",
      "stays.isnp",
    ])
    .execute();
  const staysByNote = new Map<number, typeof rows>();
  for (const row of rows) {
    const stays = staysByNote.get(row.note_id) ?? [];
    staysByNote.set(row.note_id, [...stays, row]);
  }
  return [...staysByNote.values()].filter((stays) => {
    const day = epochDayOf(newYorkDay(new Date(stays[0]?.noted_at ?? 0)));
    return stayOfDay(stays, day)?.isnp === 1;
  }).length;
}
