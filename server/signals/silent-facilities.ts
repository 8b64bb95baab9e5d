import type { Viewer } from "~/domain/access/viewer";
import type { IsoDay } from "~/domain/calendar";
import type { Level } from "~/domain/places/hierarchy";
import type { ApiDeps } from "~server/door/api-deps";
import { readFeeds } from "~server/data-quality/judged-facilities";
import { requireScope } from "~server/handlers/require-scope";
import { readPlaces } from "~server/measures/location-rows";

/**
 * Silent facilities and their last day with data (R300). Larger places and physicians do not depend on it.
 *
 * @param parent the level whose children are listed
 */
export async function silentFacilities(
  deps: ApiDeps,
  viewer: Viewer,
  place: { level: Level; id: number },
  parent: Level,
): Promise<(readonly [facilityId: number, since: IsoDay])[]> {
  if (parent !== "region" && parent !== "facility") return [];
  const scope = await requireScope(deps, viewer, place);
  const facilities = await readPlaces(deps.store.db, "region", scope);
  const feeds = await readFeeds(
    deps,
    facilities.map(({ id }) => id),
  );
  return [...feeds].flatMap(([facility, { silentSince, lastMovementOn }]) =>
    silentSince !== null && lastMovementOn !== null
      ? [[facility, lastMovementOn] as const]
      : [],
  );
}
