import type { Level } from "~/domain/places/hierarchy";

/** The kinds of place that figures are grouped by. */
export type PlaceColumn =
  | "facilities.id"
  | "facilities.region_id"
  | "regions.division_id";

interface ChildPlaces {
  column: PlaceColumn;
  table: "divisions" | "regions" | "facilities";
}

/** The levels whose drill-down list holds places. */
export type ParentLevel = Exclude<Level, "facility" | "physician">;

export const CHILD_PLACES: Record<ParentLevel, ChildPlaces> = {
  company: { column: "regions.division_id", table: "divisions" },
  division: { column: "facilities.region_id", table: "regions" },
  region: { column: "facilities.id", table: "facilities" },
};

/** The places of a level's drill-down list; null where it holds none. */
export function childPlaceOf(level: Level): ChildPlaces | null {
  return level === "facility" || level === "physician"
    ? null
    : CHILD_PLACES[level];
}
