import type { Level } from "~/domain/places/hierarchy";
import { paths, withQuery } from "~/paths";

/** All places if none is named. */
export function censusPath(place: { level?: Level; id?: number } = {}): string {
  return withQuery(paths.census, place);
}
