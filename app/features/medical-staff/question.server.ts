import { getMedicalStaff } from "~/contract/medicalstaff";
import {
  parseSort,
  type SortableColumn,
} from "~/domain/figures/drill-down-columns";
import type { Filters } from "~/domain/filters";
import {
  locationOptions,
  readLocationChoice,
  type LocationChoice,
  type LocationOptions,
} from "~/domain/places/location-choice";
import { staffPlace, type StaffPlace } from "./rules/columns";
import type { SortDirection } from "~/domain/lists/table-sort";
import type { SignedIn } from "~/session/require-user.server";

/** What the medical staff report is asked for: where, and in which order. */
export interface StaffQuestion {
  options: LocationOptions;
  choice: LocationChoice;
  /** Null where a location has to be chosen first. */
  place: StaffPlace | null;
  sort: { column: SortableColumn; direction: SortDirection } | null;
}

/**
 * Reads the location and the order that a query asks for; throws the error page where the locations are not to be had.
 */
export async function readStaffQuestion(
  signedIn: SignedIn,
  search: URLSearchParams,
): Promise<StaffQuestion> {
  const options = locationOptions(await signedIn.organization());
  const choice = readLocationChoice(search, options);
  return {
    options,
    choice,
    place: staffPlace(signedIn.user.viewer, choice),
    sort: parseSort(search, "physician"),
  };
}

/** The physicians at a place (R196). */
export function askMedicalStaff(
  call: SignedIn["call"],
  { level, id }: StaffPlace,
  { startDate, endDate, isnp }: Filters,
) {
  return call(getMedicalStaff, {
    params: { level, id, startDate, endDate },
    query: { isnp },
  });
}
