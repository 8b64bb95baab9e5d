import type { StaffPlace } from "./rules/columns";
import type { SortDirection } from "~/domain/lists/table-sort";
import type { ListView } from "~/features/profile/profile-view";
import type { QueryPair } from "~/features/report-filters/query-pairs";
import type { RangeFilters } from "~/features/report-filters/range-filter-form";
import { medicalStaffReport } from "~/report-paths";
import { profilePath, withSearch, type ProfileQuery } from "~/paths";

/** `choose` if a location must be chosen first. */
export type StaffList =
  | { state: "data"; data: ListView }
  | { state: "empty" }
  | { state: "choose" }
  | { state: "error" };

export interface StaffView extends RangeFilters {
  place: StaffPlace | null;
  placeName: string | null;
  isnp: boolean;
  isnpFixed: boolean;
  query: QueryPair[];
  sort: { column: string; direction: SortDirection } | null;
  /** Filters that links to profiles keep. */
  carried: ProfileQuery;
  isWholeView: boolean;
  /** Row id of the stays without a physician. */
  nobodyId: number;
  list: StaffList;
  /** Change with all that the rows show. */
  keys: { rows: string };
  shownRows: string | null;
  paper: string;
  accurate: string | null;
}

export function staffHref(
  { query, sort }: Pick<StaffView, "query" | "sort">,
  order: StaffView["sort"] = sort,
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
