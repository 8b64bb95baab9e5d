import type { QueryPair } from "~/features/report-filters/query-pairs";
import { medicalStaffReport } from "~/report-paths";
import { profilePath, withSearch } from "~/paths";
import type { StaffSort, StaffView } from "./load-medical-staff.server";

export function staffHref(
  { query, sort }: { query: QueryPair[]; sort: StaffSort },
  order: StaffSort = sort,
  path: string = medicalStaffReport,
): string {
  const search = new URLSearchParams(query);
  if (order) {
    search.set("sort", order.column);
    search.set("dir", order.direction);
  }
  return withSearch(path, search);
}

/**
 * Links from a facility lead to the physician at that facility. Null for stays without a physician at a part of what
 * the viewer may see, because their profile would include other places.
 */
export function staffRowHref(
  {
    place,
    carried,
    isWholeView,
    nobodyId,
  }: Pick<StaffView, "place" | "carried" | "isWholeView" | "nobodyId">,
  id: number,
): string | null {
  const facility = place?.level === "facility" ? place.id : undefined;
  if (id === nobodyId && facility === undefined && !isWholeView) return null;
  return profilePath("physician", id, {
    ...(facility !== undefined && { "facility-id": facility }),
    ...carried,
  });
}
