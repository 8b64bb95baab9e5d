import { withQuery } from "~/paths";
import { residentPath } from "~/resident-paths";

/** Query parameter of the page of the notes, from 1; not there for the first. */
export const NOTES = "notes";

export function notesHref(id: number, page: number): string {
  return withQuery(residentPath(id), {
    [NOTES]: page > 1 ? page : undefined,
  });
}
