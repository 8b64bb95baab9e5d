import type { Level, LocationLevel } from "~/domain/places/hierarchy";

interface ChildPlaces {
  child: LocationLevel;
  /** The column with the child's id. */
  column: "facilities.id" | "facilities.region_id" | "regions.division_id";
  table: "divisions" | "regions" | "facilities";
}

/** Levels whose drill-down list shows places. */
export type ParentLevel = Exclude<Level, "facility" | "physician">;

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
