import type { Viewer } from "~/domain/access/viewer";
import { newYorkDay, type IsoDay } from "~/domain/calendar";
import type { Level } from "~/domain/places/hierarchy";
import type { ApiDeps } from "~server/door/api-deps";
import { readFeeds } from "~server/data-quality/judged-facilities";
import { requireScope } from "~server/handlers/require-scope";

/** The last days of which facilities have told that are silent (R300). Months of larger places and of physicians do not depend on it. */
export async function silentFacilities(
  deps: ApiDeps,
  viewer: Viewer,
  place: { level: Level; id: number },
): Promise<(readonly [facilityId: number, since: IsoDay])[]> {
  const { level } = place;
  if (level !== "region" && level !== "facility") return [];
  const { facilityIds } = await requireScope(deps, viewer, place);
  const feeds = await readFeeds(deps, facilityIds === "all" ? [] : facilityIds);
  return [...feeds].flatMap(([facility, { isSilent, lastMovement }]) =>
    isSilent && lastMovement !== null
      ? [[facility, newYorkDay(new Date(lastMovement))] as const]
      : [],
  );
}
