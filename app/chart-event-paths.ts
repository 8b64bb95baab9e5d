import type { NoteLevel } from "~/domain/graphs/note-kinds";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { withQuery } from "~/paths";

/**
 * Events and phases of the charts of a place, or of one of them; `id` is 0 for the company. `end` asks whether that entry
 * is to be ended, `edit` opens its form.
 */
export function chartNotesPath(
  level: NoteLevel,
  id: number,
  graph?: GraphTag,
  asked: { end?: number; edit?: number } = {},
): string {
  return withQuery(`/events/${level}/${id}`, { graph, ...asked });
}
