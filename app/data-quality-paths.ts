import type { Level } from "~/domain/places/hierarchy";
import { paths, withQuery } from "~/paths";

/** How far the census of a place can be trusted; of all places where none is named. */
export function censusPath(place: { level?: Level; id?: number } = {}): string {
  return withQuery(paths.census, place);
}
