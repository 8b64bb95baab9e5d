import {
  sql,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type Transaction,
} from "kysely";
import { z } from "zod";
import { id } from "~/contract/wire";
import { epochDayOf, firstOfMonth } from "~/domain/calendar";
import { mayWriteNotes, type PhaseNote } from "~/domain/graphs/chart-note";
import { NOTE_KINDS } from "~/domain/graphs/note-kinds";
import {
  noteProblems,
  clashOf,
  MOST_NOTES,
  type WantedNote,
} from "~/features/chart-events/rules/note-problems";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import { service } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { todayAt } from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { phaseNoteOf } from "~server/measures/phases-of-places";
import { Refusal, refuseFields } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema, ChartNoteTable } from "~server/store/schema";
import {
  ENDED_LISTED,
  endSetting,
  newSetting,
  place,
  type Place,
  readOfPlaces,
  settingOf,
} from "~server/targets/of-places";
import { readTargets } from "~server/targets/read-targets";
import { requireWriter } from "~server/targets/service";
import { recordEvent } from "~server/audit/audit-events";
import type { Actor } from "~server/users/actor";

type Db = Kysely<Schema>;

export type ChartNote = ReturnType<typeof noteOf>;

/**
 * Events of a place and those above, and its own phases (R375), oldest first. `ended` adds the latest 100 ended ones;
 * otherwise the answer has targets.
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

const readNote = z.object({ noteId: id, version: z.number().int() });
type ReadNote = z.infer<typeof readNote>;

/**
 * Starts a phase in the month of `from`. 400 with the field for bad input; `replaces` ends the old note, with 404 and
 * 409 of {@link endChartNote}.
 */
export const addChartNote = service({
  name: "chart-notes/add",
  input: z.object({
    place,
    kind: z.enum(NOTE_KINDS),
    measures: z.array(z.enum(GRAPH_TAGS)).max(GRAPH_TAGS.length),
    from: z.string().max(40),
    text: z.string().max(1_000),
    replaces: readNote.optional(),
  }),
  async run(ctx, { place, ...note }) {
    const { deps } = ctx;
    await requireWriter(ctx, place);
    const measures = [...new Set(note.measures)];
    const wanted = { ...note, measures, text: note.text.trim() };
    refuseFields(noteProblems(wanted, await todayAt(deps, ctx.viewer, place)));
    await addNote(deps.store, place, wanted, actorOf(deps, ctx));
    return null;
  },
});

/** Only on this very place. 404 without one, 409 if `version` is old or it has ended. */
export const endChartNote = service({
  name: "chart-notes/end",
  input: readNote.extend({ place }),
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

/** Notes of a place and events of the places above it, oldest first; with `ended` also ended ones. */
async function readNotes(
  db: Db,
  { level, id }: Place,
  { ended }: { ended: boolean },
): Promise<ChartNote[]> {
  const read = (which: RawBuilder<unknown>) =>
    readOfPlaces(
      db,
      "chart_notes",
      level,
      [id],
      sql`where (kept.kind = 'event' or kept.level = ${level}) and ${which}`,
    );
  const rows = await read(sql`ended_at is null`);
  if (ended) {
    const newest = sql`ended_at is not null order by ended_at desc limit ${ENDED_LISTED}`;
    rows.push(...(await read(newest)));
  }
  return rows.sort((one, other) => one.id - other.id).map(noteOf);
}

function noteOf(
  row: Selectable<ChartNoteTable> & { place_name: string | null },
) {
  return { ...phaseNoteOf(row), ...settingOf(row), text: row.text };
}

/** Stores a valid note with its record, and ends the note it replaces. Throws 400 if it conflicts with existing notes. */
async function addNote(
  { db, dialect }: Store,
  place: Place,
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
    const clash = clashOf(wanted, others);
    if (clash) refuseFields([clash]);
    const { kind, measures, from, text } = wanted;
    const day = epochDayOf(from);
    const added = await trx
      .insertInto("chart_notes")
      .values({
        ...(await newSetting(trx, place, actor)),
        ...{ kind, text, measures: measures.join(" ") },
        starts_on: kind === "event" ? day : firstOfMonth(day),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(trx, "add_chart_note", added, actor);
  });
}

async function endWithin(
  trx: Transaction<Schema>,
  place: Place,
  { noteId: id, version }: ReadNote,
  actor: Actor,
): Promise<void> {
  const note = await endSetting(
    trx,
    "chart_notes",
    place,
    { id, version, actor },
    "Someone else removed this entry.",
  );
  await record(trx, "end_chart_note", note, actor);
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
  place: Place,
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
  { kind, id, level, place_id }: Selectable<ChartNoteTable>,
  actor: Actor,
): Promise<void> {
  const details = { kind, note_id: id, level, subject_id: place_id };
  await recordEvent(trx, actor, { action, details });
}
