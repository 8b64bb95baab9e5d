import {
  sql,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  type Transaction,
} from "kysely";
import { z } from "zod";
import { residentId } from "~/contract/wire";
import { LONGEST_LINE } from "~/features/today/rules/words";
import { insertAuditEvents } from "~server/audit/audit-events";
import { mergedInto } from "~server/measures/merged-stays";
import { isIn } from "~server/measures/question";
import { notFound } from "~server/refusal";
import { registrationsOf } from "~server/residents/read-resident";
import { readClocks, type FacilityClocks } from "~server/store/facility-clocks";
import type { Store } from "~server/store/open-store";
import type { DiscussionTable, Schema } from "~server/store/schema";
import { type Actor, authorOf } from "~server/users/actor";

export interface Discussion {
  /** The instant, if discussed today at the facility. */
  discussed_at: string | null;
  discussed_by: string | null;
  /** A reminder until somebody changes it; may be empty. */
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
type Row = Selectable<DiscussionTable>;

const keyOf = (facilityId: number, patientId: number) =>
  `${facilityId}/${patientId}`;

/** The row's resident after merges. */
const RESIDENT_NOW = sql<number>`(select ends.id from ${mergedInto(sql.ref("discussions.patient_id"))} as ends
  where not exists (select 1 from merges where merges.from_id = ends.id))`;

export async function readDiscussions(
  db: Db,
  facilityIds: readonly number[],
  clocks: FacilityClocks,
): Promise<(facilityId: number, patientId: number) => Discussion> {
  const rows = await db
    .selectFrom("discussions")
    .where(isIn("facility_id", facilityIds))
    .selectAll()
    .select(RESIDENT_NOW.as("resident_id"))
    .execute();
  const found = new Map<string, Row>();
  for (const { resident_id, ...row } of rows) {
    const key = keyOf(row.facility_id, resident_id);
    const known = found.get(key);
    found.set(key, known ? newestOf(known, row) : row);
  }
  return (facilityId, patientId) => {
    const row = found.get(keyOf(facilityId, patientId));
    if (!row) return NOT_DISCUSSED;
    const { line, line_at, line_by } = row;
    const isToday = row.discussed_on === clocks.todayAt(facilityId);
    return {
      discussed_at: isToday ? row.discussed_at : null,
      discussed_by: isToday ? row.discussed_by : null,
      ...{ line, line_at, line_by },
    };
  };
}

/** Joins two rows of a resident: the newer discussion and the newer line. */
function newestOf(one: Row, other: Row): Row {
  const isLater = (at: "discussed_at" | "line_at") =>
    (one[at] ?? "") > (other[at] ?? "");
  const { discussed_on, discussed_at, discussed_by } = isLater("discussed_at")
    ? one
    : other;
  const { line, line_at, line_by } = isLater("line_at") ? one : other;
  return {
    ...one,
    ...{ discussed_on, discussed_at, discussed_by, line, line_at, line_by },
  };
}

const lineText = z.string().max(LONGEST_LINE);

export const wantedDiscussion = z.object({
  stayId: residentId,
  /** `was`: the line when they began. */
  line: z.object({ was: lineText, text: lineText }).optional(),
  isDiscussed: z.boolean().optional(),
});
export type WantedDiscussion = z.output<typeof wantedDiscussion>;

/** Stores and audits in one transaction; 404 unless all are listed. Returns stays with a line changed meanwhile. */
export async function writeDiscussions(
  { db }: Store,
  isListed: RawBuilder<SqlBool>,
  wanted: readonly WantedDiscussion[],
  actor: Actor,
): Promise<{ changedByOthers: number[] }> {
  if (wanted.length === 0) return { changedByOthers: [] };
  return db.transaction().execute(async (trx) => {
    const stays = await listedStays(trx, isListed, wanted);
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
        // The first one stays.
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

interface ListedStay {
  facility_id: number;
  patient_id: number;
}

async function listedStays(
  trx: Transaction<Schema>,
  isListed: RawBuilder<SqlBool>,
  wanted: readonly WantedDiscussion[],
): Promise<Map<number, ListedStay>> {
  const rows = await trx
    .selectFrom("stays")
    .innerJoin("facilities", "facilities.id", "stays.facility_id")
    .where(
      isIn(
        "stays.id",
        wanted.map(({ stayId }) => stayId),
      ),
    )
    .where(isListed)
    .select(["stays.id", "stays.facility_id", "stays.patient_id"])
    .execute();
  return new Map(rows.map(({ id, ...stay }) => [id, stay]));
}

/** Two concurrent writers both find this row. */
async function addRow(
  trx: Transaction<Schema>,
  { facility_id, patient_id }: ListedStay,
): Promise<void> {
  const ofResident = trx
    .selectFrom("discussions")
    .where("facility_id", "=", facility_id)
    .where(isIn("patient_id", await registrationsOf(trx, patient_id)));
  const rows = await ofResident.selectAll().execute();
  if (rows.length === 1 && rows[0]?.patient_id === patient_id) return;
  for (const row of rows) {
    await trx
      .deleteFrom("discussions")
      .where("facility_id", "=", facility_id)
      .where("patient_id", "=", row.patient_id)
      .execute();
  }
  const [first, ...others] = rows;
  await trx
    .insertInto("discussions")
    .values({
      line: "",
      ...(first && others.reduce(newestOf, first)),
      facility_id,
      patient_id,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}

async function record(
  trx: Transaction<Schema>,
  stays: readonly ListedStay[],
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
