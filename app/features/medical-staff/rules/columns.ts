import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { COMPANY_ID, type LocationLevel } from "~/domain/places/hierarchy";
import {
  chosenLocation,
  EVERYWHERE,
  type LocationChoice,
} from "~/domain/places/location-choice";

/** The call takes one level and one id (R197). */
export interface StaffPlace {
  level: LocationLevel | "company";
  id: number;
}

export const STAFF_ROWS_SHOWN = 500;

/**
 * Null for viewers with several places and no choice: the same physicians and patients may be at several of them, so
 * their rows cannot be added up.
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

/** Then no other place has stays without a physician that the viewer might miss. */
export function isWholeView(viewer: Viewer, place: StaffPlace): boolean {
  const own = staffPlace(viewer, EVERYWHERE);
  return own?.level === place.level && own.id === place.id;
}
