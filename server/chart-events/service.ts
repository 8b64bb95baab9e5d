import { sql, type Transaction, type Kysely, type Selectable } from "kysely";
import { z } from "zod";
import { id } from "~/contract/wire";
import { epochDayOf, firstOfMonth } from "~/domain/calendar";
import { mayWriteNotes, type PhaseNote } from "~/domain/graphs/chart-note";
import {
  NOTE_KINDS,
  NOTE_LEVELS,
  type NoteKind,
  type NoteLevel,
} from "~/domain/graphs/note-kinds";
import {
  noteProblem,
  clashOf,
  MOST_NOTES,
  type NoteProblem,
  type WantedNote,
} from "~/features/chart-events/rules/note-problems";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { findLocation } from "~server/access/locations";
import { insertAuditEvents } from "~server/audit/audit-events";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { todayAt } from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { phaseNoteOf } from "~server/measures/phases-of-places";
import { forbidden, notFound, Refusal, refuseField } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema, ChartNoteTable } from "~server/store/schema";
import { readTargets } from "~server/targets/read-targets";
import { type Actor, authorOf } from "~server/users/actor";

type Db = Kysely<Schema>;

interface NotePlace {
  level: NoteLevel;
  id: number;
}

/** A note or phase on the charts of a place (R375). */
export interface ChartNote extends PhaseNote {
  id: number;
  /** Where it was written. Events are inherited from places above. */
  level: NoteLevel;
  placeId: number;
  placeName: string | null;
  text: string;
  version: number;
  author: string;
  addedAt: string;
  endedBy: string | null;
  /** Null while it is in force. */
  endedAt: string | null;
}

/** Ended notes listed, newest first. */
const ENDED_LISTED = 100;

const place = z.object({ level: z.enum(NOTE_LEVELS), id });

/**
 * Events of a place and the places above it, and its own phases (R375), oldest first. `ended` adds the latest 100 that
 * were ended; otherwise the answer has the targets of its charts.
 */
export const listChartNotes = service({
  name: "chart-notes",
  input: z.object({ place, ended: z.boolean() }),
  async run({ deps, viewer }, { place, ended }) {
    await requireScope(deps, viewer, place);
    const { db } = deps.store;
    const notes = await readNotes(db, place, { ended });
    // The page of ended notes has no charts, so it needs no targets.
    const targets = ended
      ? []
      : ((await readTargets(db, place.level, [place.id])).get(place.id) ?? []);
    return { notes, targets, mayWrite: mayWriteNotes(viewer) };
  },
});

const readNote = { noteId: id, version: z.number().int() };

interface ReadNote {
  noteId: number;
  version: number;
}

/**
 * Adds an event, or starts a phase in the month of `from`. 400 with the field for bad input. `replaces` edits a note:
 * it ends the old one, with 404 and 409 as in {@link endChartNote}.
 */
export const addChartNote = service({
  name: "chart-notes/add",
  input: z.object({
    place,
    kind: z.enum(NOTE_KINDS),
    measures: z.array(z.enum(GRAPH_TAGS)).max(GRAPH_TAGS.length),
    from: z.string().max(40),
    text: z.string().max(1_000),
    replaces: z.object(readNote).optional(),
  }),
  async run(ctx, { place, ...note }) {
    const { deps } = ctx;
    await requireWriter(ctx, place);
    const measures = [...new Set(note.measures)];
    const wanted = { ...note, measures, text: note.text.trim() };
    refuseNote(noteProblem(wanted, await todayAt(deps, ctx.viewer, place)));
    await addNote(deps.store, place, wanted, actorOf(deps, ctx));
    return null;
  },
});

/**
 * Ends a note on the charts of this very place. 404 if it does not exist, 409 if `version` is old or it was ended
 * before.
 */
export const endChartNote = service({
  name: "chart-notes/end",
  input: z.object({ place, ...readNote }),
  async run(ctx, { place, ...note }) {
    await requireWriter(ctx, place);
    const { db, dialect } = ctx.deps.store;
    await db.transaction().execute(async (trx) => {
      await takeTurn(trx, dialect);
      await endWithin(trx, place, note, actorOf(ctx.deps, ctx));
    });
    return null;
  },
});

/** Writers are users of the place or one above it, up to administrators (R378). */
async function requireWriter(
  { deps, viewer }: Pick<Ctx, "deps" | "viewer">,
  place: NotePlace,
): Promise<void> {
  await requireScope(deps, viewer, place);
  if (!mayWriteNotes(viewer)) throw forbidden();
}

/** Notes of a place and events of the places above it, oldest first; with `ended` also ended ones. */
async function readNotes(
  db: Db,
  place: NotePlace,
  { ended }: { ended: boolean },
): Promise<ChartNote[]> {
  const above = await placesAbove(db, place);
  const inForce = await ofPlaces(db, place, above)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
  const endedRows = ended
    ? await ofPlaces(db, place, above)
        .where("ended_at", "is not", null)
        .orderBy("ended_at", "desc")
        .limit(ENDED_LISTED)
        .execute()
    : [];
  const names = await namesOf(db, [place, ...above]);
  return [...inForce, ...endedRows]
    .sort((one, other) => one.id - other.id)
    .map((row) => noteOf(row, names));
}

function ofPlaces(db: Db, own: NotePlace, above: readonly NotePlace[]) {
  return db
    .selectFrom("chart_notes")
    .where((eb) =>
      eb.or([
        eb.and([eb("level", "=", own.level), eb("place_id", "=", own.id)]),
        ...above.map(({ level, id }) =>
          eb.and([
            eb("kind", "=", "event"),
            eb("level", "=", level),
            eb("place_id", "=", id),
          ]),
        ),
      ]),
    )
    .selectAll();
}

async function placesAbove(
  db: Db,
  { level, id }: NotePlace,
): Promise<NotePlace[]> {
  if (level === "company") return [];
  const location = await findLocation(db, level, id);
  const above = NOTE_LEVELS.slice(0, NOTE_LEVELS.indexOf(level));
  return above.flatMap((one) => {
    const of = one === "company" ? COMPANY_ID : location?.ancestry[one];
    return of === undefined ? [] : [{ level: one, id: of }];
  });
}

async function namesOf(
  db: Db,
  places: readonly NotePlace[],
): Promise<Map<string, string>> {
  const tables = {
    division: "divisions",
    region: "regions",
    facility: "facilities",
  } as const;
  const names = new Map<string, string>();
  for (const { level, id } of places) {
    if (level === "company") continue;
    const row = await db
      .selectFrom(tables[level])
      .where("id", "=", id)
      .select("name")
      .executeTakeFirst();
    if (row) names.set(keyOf({ level, id }), row.name);
  }
  return names;
}

function keyOf({ level, id }: NotePlace): string {
  return `${level} ${id}`;
}

function noteOf(
  row: Selectable<ChartNoteTable>,
  names: ReadonlyMap<string, string>,
): ChartNote {
  const { id, level, place_id: placeId, text, version, author } = row;
  return {
    ...phaseNoteOf(row),
    id,
    level,
    placeId,
    placeName: names.get(keyOf({ level, id: placeId })) ?? null,
    text,
    version,
    author,
    addedAt: row.added_at,
    endedBy: row.ended_by,
    endedAt: row.ended_at,
  };
}

function refuseNote(problem: NoteProblem | null): void {
  if (problem !== null) refuseField(problem.field, problem.text);
}

/** Stores a valid note with its record, and ends the note it replaces. Throws 400 if it conflicts with existing notes. */
async function addNote(
  { db, dialect }: Store,
  place: NotePlace,
  { replaces, ...wanted }: WantedNote & { replaces?: ReadNote | undefined },
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx, dialect);
    if (replaces) await endWithin(trx, place, replaces, actor);
    const others = await phaseNotesOf(trx, place);
    if (others.length >= MOST_NOTES) {
      throw new Refusal(
        400,
        `These charts have ${MOST_NOTES} entries. Remove one first.`,
        { field: "text" },
      );
    }
    refuseNote(clashOf(wanted, others));
    const { kind, measures, from, text } = wanted;
    const dayOf = (day: string) =>
      kind === "event" ? epochDayOf(day) : firstOfMonth(epochDayOf(day));
    const { id } = await trx
      .insertInto("chart_notes")
      .values({
        kind,
        level: place.level,
        place_id: place.id,
        measures: measures.join(" "),
        starts_on: dayOf(from),
        text,
        version: 1,
        user_id: actor.user.id,
        author: await authorOf(trx, actor),
        added_at: actor.at.toISOString(),
        ended_by: null,
        ended_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await record(trx, "add_chart_note", { place, kind, id }, actor);
  });
}

async function endWithin(
  trx: Transaction<Schema>,
  place: NotePlace,
  { noteId: id, version }: ReadNote,
  actor: Actor,
): Promise<void> {
  const note = await trx
    .selectFrom("chart_notes")
    .where("id", "=", id)
    .where("level", "=", place.level)
    .where("place_id", "=", place.id)
    .selectAll()
    .executeTakeFirst();
  if (!note) throw notFound();
  const { numUpdatedRows } = await trx
    .updateTable("chart_notes")
    .set((row) => ({ version: row("version", "+", 1) }))
    .set({
      ended_by: await authorOf(trx, actor),
      ended_at: actor.at.toISOString(),
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) {
    throw new Refusal(409, "Someone else removed this entry.", {
      code: "version_is_old",
    });
  }
  await record(trx, "end_chart_note", { place, kind: note.kind, id }, actor);
}

/** Serialises writers, because each note is checked against the others. SQLite does so by itself. */
async function takeTurn(
  trx: Transaction<Schema>,
  dialect: Store["dialect"],
): Promise<void> {
  if (dialect !== "postgres") return;
  // Lock the table: the company has no row to lock.
  await sql`lock table chart_notes in share row exclusive mode`.execute(trx);
}

async function phaseNotesOf(
  trx: Transaction<Schema>,
  place: NotePlace,
): Promise<PhaseNote[]> {
  const rows = await trx
    .selectFrom("chart_notes")
    .where("level", "=", place.level)
    .where("place_id", "=", place.id)
    .where("ended_at", "is", null)
    .selectAll()
    .execute();
  return rows.map((row) => phaseNoteOf(row));
}

async function record(
  trx: Transaction<Schema>,
  action: "add_chart_note" | "end_chart_note",
  { place, kind, id }: { place: NotePlace; kind: NoteKind; id: number },
  { user, at, origin }: Actor,
): Promise<void> {
  const details = {
    kind,
    note_id: id,
    level: place.level,
    subject_id: place.id,
  };
  await insertAuditEvents(trx, [{ action, at, user, details, ...origin }]);
}
