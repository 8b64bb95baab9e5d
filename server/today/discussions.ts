import { type Kysely, type Transaction } from "kysely";
import { insertAuditEvents } from "~server/audit/audit-events";
import { isIn } from "~server/measures/question";
import { notFound } from "~server/refusal";
import { residentView } from "~server/residents/resident-view";
import { readClocks } from "~server/store/facility-clocks";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Actor } from "~server/users/actor";
import { authorOf } from "~server/users/author-of";
import type { Viewer } from "~/domain/access/viewer";

/** What morning meetings have left of a resident. */
export interface Discussion {
  /** When they were discussed, where that was today at the facility; an instant. */
  discussed_at: string | null;
  discussed_by: string | null;
  /** What is to be remembered; it stands until somebody changes it. Empty for nothing. */
  line: string;
  line_at: string | null;
  line_by: string | null;
}

const NOT_DISCUSSED: Discussion = {
  discussed_at: null,
  discussed_by: null,
  line: "",
  line_at: null,
  line_by: null,
};

type Db = Kysely<Schema>;

const keyOf = (facilityId: number, patientId: number) =>
  `${facilityId}/${patientId}`;

/** Discussions of residents of some facilities. Of a resident who was registered twice the newer line counts. */
export async function readDiscussions(
  db: Db,
  facilityIds: readonly number[],
  clocks: FacilityClocks,
): Promise<(facilityId: number, patientId: number) => Discussion> {
  const rows = await db
    .selectFrom("discussions")
    .leftJoin("merges", "merges.from_id", "discussions.patient_id")
    .where(isIn("facility_id", facilityIds))
    .selectAll("discussions")
    .select((row) =>
      row.fn
        .coalesce("merges.into_id", "discussions.patient_id")
        .as("resident_id"),
    )
    .orderBy("line_at")
    .execute();
  const found = new Map<string, Discussion>();
  for (const row of rows) {
    const isToday = row.discussed_on === clocks.todayAt(row.facility_id);
    const { line, line_at, line_by } = row;
    found.set(keyOf(row.facility_id, row.resident_id), {
      discussed_at: isToday ? row.discussed_at : null,
      discussed_by: isToday ? row.discussed_by : null,
      ...{ line, line_at, line_by },
    });
  }
  return (facilityId, patientId) =>
    found.get(keyOf(facilityId, patientId)) ?? NOT_DISCUSSED;
}

/** What somebody leaves of the resident of a stay. */
export interface WantedDiscussion {
  stayId: number;
  /** What stood there when they began, and what they want there. */
  line?: { was: string; text: string } | undefined;
  /** Discussed, or taken back. */
  isDiscussed?: boolean | undefined;
}

/**
 * Keeps what a meeting leaves of residents that the viewer sees, with its record, in one transaction; 404 where one is not theirs. A line that somebody else has
 * changed since stays as it is. Gives the stays of these.
 */
export async function writeDiscussions(
  { db }: Store,
  viewer: Viewer,
  wanted: readonly WantedDiscussion[],
  actor: Actor,
): Promise<{ changedByOthers: number[] }> {
  if (wanted.length === 0) return { changedByOthers: [] };
  return db.transaction().execute(async (trx) => {
    const stays = await staysInView(trx, viewer, wanted);
    const clocks = await readClocks(trx, actor.at);
    const by = await authorOf(trx, actor);
    const at = actor.at.toISOString();
    const changedByOthers: number[] = [];
    for (const { stayId, line, isDiscussed } of wanted) {
      const stay = stays.get(stayId);
      if (!stay) throw notFound();
      const { facility_id, patient_id } = stay;
      await addRow(trx, stay);
      const own = trx
        .updateTable("discussions")
        .where("facility_id", "=", facility_id)
        .where("patient_id", "=", patient_id);
      if (line && line.text !== line.was) {
        const { numUpdatedRows } = await own
          .set({ line: line.text, line_at: at, line_by: by })
          .where("line", "in", [line.was, line.text])
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) changedByOthers.push(stayId);
      }
      if (isDiscussed === undefined) continue;
      const today = clocks.todayAt(facility_id);
      if (isDiscussed) {
        // Who was first stays.
        await own
          .set({ discussed_on: today, discussed_at: at, discussed_by: by })
          .where((row) =>
            row.or([
              row("discussed_on", "is", null),
              row("discussed_on", "<>", today),
            ]),
          )
          .execute();
      } else {
        await own
          .set({ discussed_on: null, discussed_at: null, discussed_by: null })
          .execute();
      }
    }
    await record(trx, [...stays.values()], wanted, actor);
    return { changedByOthers };
  });
}

interface StayInView {
  facility_id: number;
  patient_id: number;
}

async function staysInView(
  trx: Transaction<Schema>,
  viewer: Viewer,
  wanted: readonly WantedDiscussion[],
): Promise<Map<number, StayInView>> {
  const { stays: inView } = await residentView(trx, viewer);
  const rows = await trx
    .selectFrom("stays")
    .where(
      isIn(
        "stays.id",
        wanted.map(({ stayId }) => stayId),
      ),
    )
    .where(inView)
    .select(["id", "facility_id", "patient_id"])
    .execute();
  return new Map(rows.map(({ id, ...stay }) => [id, stay]));
}

/** A row to be changed, which two who begin at once both find. */
async function addRow(
  trx: Transaction<Schema>,
  stay: StayInView,
): Promise<void> {
  await trx
    .insertInto("discussions")
    .values({ ...stay, line: "" })
    .onConflict((on) => on.doNothing())
    .execute();
}

async function record(
  trx: Transaction<Schema>,
  stays: readonly StayInView[],
  wanted: readonly WantedDiscussion[],
  { user, at, origin }: Actor,
): Promise<void> {
  const count = (of: (one: WantedDiscussion) => boolean) =>
    wanted.filter(of).length;
  await insertAuditEvents(trx, [
    {
      action: "discuss_residents",
      residents: stays.map(({ patient_id }) => patient_id),
      details: {
        facility_id:
          stays.length === 1 ? (stays[0]?.facility_id ?? null) : null,
        discussed: count(({ isDiscussed }) => isDiscussed === true),
        taken_back: count(({ isDiscussed }) => isDiscussed === false),
        lines: count(({ line }) => line !== undefined),
      },
      ...{ user, at, ...origin },
    },
  ]);
}
