import type { NoteLevel } from "~/domain/graphs/note-kinds";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { withQuery } from "~/paths";

/** `id` is 0 for the company. `end` asks whether to end that entry, `edit` opens its form. */
export function chartNotesPath(
  level: NoteLevel,
  id: number,
  graph?: GraphTag,
  asked: { end?: number; edit?: number } = {},
): string {
  return withQuery(`/events/${level}/${id}`, { graph, ...asked });
}
