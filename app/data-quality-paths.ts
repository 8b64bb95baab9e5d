import type { Level } from "~/domain/places/hierarchy";
import { withQuery } from "~/paths";

/** Freshness and possible errors of the census. */
const CENSUS = "/census";

/** How far the census of a place can be trusted; of all places where none is named. */
export function censusPath(place: { level?: Level; id?: number } = {}): string {
  return withQuery(CENSUS, place);
}
