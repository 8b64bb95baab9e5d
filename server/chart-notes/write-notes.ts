import { sql, type Transaction } from "kysely";
import { epochDayOf, firstOfMonth } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import type { NoteKind } from "~/domain/graphs/note-kinds";
import {
  clashOf,
  MOST_NOTES,
  type NoteProblem,
  type WantedNote,
} from "~/features/chart-events/rules/note-problems";
import { insertAuditEvents } from "~server/audit/audit-events";
import { phaseNoteOf } from "~server/measures/phases-of-places";
import { notFound, Refusal, refuseField } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Actor } from "~server/users/actor";
import { authorOf } from "~server/users/author-of";
import type { NotePlace } from "./read-notes";

/** Throws 400 with what is wrong with a note, where anything is. */
export function refuseNote(problem: NoteProblem | null): void {
  if (problem !== null) refuseField(problem.field, problem.text);
}

/** An entry as somebody has read it. */
export interface ReadNote {
  noteId: number;
  version: number;
}

/**
 * Stores a note that is right by itself, with its record; what it replaces is ended. Throws 400 where it does not go with those
 * that are there.
 */
export async function addNote(
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

/** Ends a note of that very place, with its record. Throws 404 where there is none, and 409 where it has changed since it was read. */
export async function endNote(
  { db, dialect }: Store,
  place: NotePlace,
  read: ReadNote,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx, dialect);
    await endWithin(trx, place, read, actor);
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

/** Whoever writes waits for the others: what goes together is judged by what they leave. On SQLite transactions take turns by themselves. */
async function takeTurn(
  trx: Transaction<Schema>,
  dialect: Store["dialect"],
): Promise<void> {
  if (dialect !== "postgres") return;
  // A row to wait for is not always there: the company has none.
  await sql`lock table chart_notes in share row exclusive mode`.execute(trx);
}

/** What is in force on the charts of that very place. */
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
