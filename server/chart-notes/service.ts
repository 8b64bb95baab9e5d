import { z } from "zod";
import { id } from "~/contract/wire";
import { mayWriteNotes } from "~/domain/graphs/chart-note";
import { NOTE_KINDS, NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import { noteProblem } from "~/features/chart-events/rules/note-problems";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { todayAt } from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { forbidden } from "~server/refusal";
import { readNotes, type ChartNote, type NotePlace } from "./read-notes";
import { addNote, endNote, refuseNote } from "./write-notes";

export type { ChartNote };

const place = z.object({ level: z.enum(NOTE_LEVELS), id });

/**
 * Events of a place and of those above it, and its phases (R375), in the order in which they were written. `ended`: those too that
 * were ended, the latest 100.
 */
export const listChartNotes = service({
  name: "chart-notes",
  input: z.object({ place, ended: z.boolean() }),
  async run({ deps, viewer }, { place, ended }) {
    await requireScope(deps, viewer, place);
    const notes = await readNotes(deps.store.db, place, { ended });
    return { notes, mayWrite: mayWriteNotes(viewer) };
  },
});

const readNote = { noteId: id, version: z.number().int() };

/**
 * Adds an event, or begins a phase with the month of `from`. 400 with the field for what cannot be. An entry is edited by
 * another that replaces it: the old one is ended, 404 and 409 as there.
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
    refuseNote(noteProblem(wanted, await todayAt(deps, place)));
    await addNote(deps.store, place, wanted, actorOf(deps, ctx));
    return null;
  },
});

/**
 * Ends what was written on the charts of that very place. 404 where nothing is, 409 where `version` is not the newest, or it was
 * ended before.
 */
export const endChartNote = service({
  name: "chart-notes/end",
  input: z.object({ place, ...readNote }),
  async run(ctx, { place, ...note }) {
    await requireWriter(ctx, place);
    await endNote(ctx.deps.store, place, note, actorOf(ctx.deps, ctx));
    return null;
  },
});

/** Users of the place, or of one above it, up to administrators (R378). */
async function requireWriter(
  { deps, viewer }: Pick<Ctx, "deps" | "viewer">,
  place: NotePlace,
): Promise<void> {
  await requireScope(deps, viewer, place);
  if (!mayWriteNotes(viewer)) throw forbidden();
}
