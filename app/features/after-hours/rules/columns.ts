import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";

/** Columns of the report that name a place or a person. */
export type PlaceColumn = "region" | "facility" | "physician" | "patient";

/** All columns of the report. */
export type AfterHoursColumn = PlaceColumn | "time" | "note";

/** What the columns are called (R164). */
export const AFTER_HOURS_LABELS: Readonly<Record<AfterHoursColumn, string>> = {
  region: "Region",
  facility: "Facility",
  physician: "Physician",
  patient: "Patient",
  time: "Date/time",
  note: "Plan/status",
};

/**
 * The columns that a viewer sees, from the left (R164): those of the viewer's level, then for everybody the date and
 * time and the plan and status. `hasMoreFacilities`: a physician who works in more than one facility, or a user of the
 * facility level who has more than one.
 */
export function afterHoursColumns(
  { accessLevel }: Pick<Viewer, "accessLevel">,
  hasMoreFacilities: boolean,
): AfterHoursColumn[] {
  return [...placeColumns(accessLevel, hasMoreFacilities), "time", "note"];
}

function placeColumns(
  accessLevel: Viewer["accessLevel"],
  hasMoreFacilities: boolean,
): PlaceColumn[] {
  switch (accessLevel) {
    case "physician":
      return hasMoreFacilities ? ["facility", "patient"] : ["patient"];
    case "facility":
      return hasMoreFacilities
        ? ["facility", "physician", "patient"]
        : ["physician", "patient"];
    case "region":
      return ["facility", "physician", "patient"];
    default:
      return ["region", "facility", "physician", "patient"];
  }
}

/**
 * Whether the cells of a column link to profiles: where the viewer's rank is at least the rank of that level (R165).
 * Patients have no page.
 */
export function isLinkedColumn(
  column: AfterHoursColumn,
  { accessLevel }: Pick<Viewer, "accessLevel">,
): column is "region" | "facility" | "physician" {
  return (
    (column === "region" || column === "facility" || column === "physician") &&
    rankOf(accessLevel) >= rankOf(column)
  );
}
