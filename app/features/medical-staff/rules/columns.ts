import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { COMPANY_ID, type LocationLevel } from "~/domain/places/hierarchy";
import {
  chosenLocation,
  EVERYWHERE,
  type LocationChoice,
} from "~/domain/places/location-choice";

/** The place of a list of medical staff; the call takes one level and one id (R197). */
export interface StaffPlace {
  level: LocationLevel | "company";
  id: number;
}

/** Rows that a page shows; what is beyond them is in the file, or at a place that is chosen. */
export const STAFF_ROWS_SHOWN = 500;

/**
 * The place of the medical staff report: the lowest one that is chosen; with nothing chosen the viewer's own, which is
 * the company from rank 5 on, or their one division, region or facility. Null for viewers with several places and no
 * choice: physicians and patients may be in more than one of them, so that rows of several calls cannot be added up.
 */
export function staffPlace(
  { accessLevel, accessLevelIds }: Viewer,
  choice: LocationChoice,
): StaffPlace | null {
  const chosen = chosenLocation(choice);
  if (chosen) return chosen;
  if (rankOf(accessLevel) >= rankOf("company")) {
    return { level: "company", id: COMPANY_ID };
  }
  const [id, ...more] = new Set(accessLevelIds);
  const isPlace =
    accessLevel === "division" ||
    accessLevel === "region" ||
    accessLevel === "facility";
  return isPlace && id !== undefined && more.length === 0
    ? { level: accessLevel, id }
    : null;
}

/** True where a place is all that a viewer may see: what nobody is named for there is nowhere else. */
export function isWholeView(viewer: Viewer, place: StaffPlace): boolean {
  const own = staffPlace(viewer, EVERYWHERE);
  return own?.level === place.level && own.id === place.id;
}
