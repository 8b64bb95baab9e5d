import type { Level, LocationLevel } from "~/domain/places/hierarchy";

interface ChildPlaces {
  child: LocationLevel;
  /** The place of a facility, with its region. */
  column: "facilities.id" | "facilities.region_id" | "regions.division_id";
  table: "divisions" | "regions" | "facilities";
}

/** The levels whose drill-down list holds places. */
export type ParentLevel = Exclude<Level, "facility" | "physician">;

/** The places of a level's drill-down list. */
export const CHILD_PLACES: Record<ParentLevel, ChildPlaces> = {
  company: {
    child: "division",
    column: "regions.division_id",
    table: "divisions",
  },
  division: {
    child: "region",
    column: "facilities.region_id",
    table: "regions",
  },
  region: { child: "facility", column: "facilities.id", table: "facilities" },
};
