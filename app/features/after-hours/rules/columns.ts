import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";

export type PlaceColumn = "region" | "facility" | "physician" | "patient";

export type AfterHoursColumn = PlaceColumn | "time" | "note";

export const AFTER_HOURS_LABELS: Readonly<Record<AfterHoursColumn, string>> = {
  region: "Region",
  facility: "Facility",
  physician: "Physician",
  patient: "Patient",
  time: "Date/time",
  note: "Plan/status",
};

/** From the left (R164). `hasMoreFacilities`: a physician or facility user who has more than one. */
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

/** Links to profiles need at least the rank of their level (R165). Patients have no profile. */
export function isLinkedColumn(
  column: AfterHoursColumn,
  { accessLevel }: Pick<Viewer, "accessLevel">,
): column is "region" | "facility" | "physician" {
  return (
    (column === "region" || column === "facility" || column === "physician") &&
    rankOf(accessLevel) >= rankOf(column)
  );
}
