import {
  endChartNote,
  getChartNotes,
  postChartNote,
} from "~/contract/chart-notes";
import type { Viewer } from "~/domain/access/viewer";
import { newYorkDay } from "~/domain/calendar";
import { mayWriteNotes } from "~/domain/chart-notes/chart-note";
import {
  noteProblem,
  type WantedNote,
} from "~/domain/chart-notes/note-problems";
import { readNotes, type NotePlace } from "~server/chart-notes/read-notes";
import { addNote, endNote, refuseNote } from "~server/chart-notes/write-notes";
import { forbidden } from "~server/refusal";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { requireScope } from "./require-scope";
import { register, type Doors } from "~server/door/doors";

/** Events and phases of the charts of a place (R375). */
export function registerChartNotes(doors: Doors, deps: ApiDeps): void {
  register(doors, getChartNotes, async ({ viewer, params, query }) => {
    await requireScope(deps, viewer, params);
    const { ended = false } = query;
    const notes = await readNotes(deps.store.db, params, { ended });
    return { data: { notes, may_write: mayWriteNotes(viewer) } };
  });

  register(doors, postChartNote, async (call) => {
    const { viewer, params, body } = call;
    await requireWriter(deps, viewer, params);
    const { kind, from } = body;
    const wanted: WantedNote = {
      kind,
      measures: [...new Set(body.measures)],
      from,
      text: body.text.trim(),
    };
    refuseNote(noteProblem(wanted, newYorkDay(deps.clock())));
    await addNote(deps.store, params, wanted, actorOf(deps, call));
    return null;
  });

  register(doors, endChartNote, async (call) => {
    await requireWriter(deps, call.viewer, call.params);
    await endNote(deps.store, call.params, call.body, actorOf(deps, call));
    return null;
  });
}

async function requireWriter(
  deps: ApiDeps,
  viewer: Viewer,
  place: NotePlace,
): Promise<void> {
  await requireScope(deps, viewer, place);
  if (!mayWriteNotes(viewer)) throw forbidden();
}
