import type { PlaceAboveFacilities } from "~/domain/places/hierarchy";
import { withQuery } from "~/paths";

/** Without a place, all facilities of the viewer. */
export function changesPath(
  place: PlaceAboveFacilities | null,
  page?: number,
): string {
  const path = place ? `/changes/${place.level}/${place.id}` : "/changes";
  return withQuery(path, { page });
}
