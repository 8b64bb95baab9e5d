import type { StaffPlace } from "./rules/columns";
import type { SortDirection } from "~/domain/lists/table-sort";
import type { ListView } from "~/features/profile/profile-view";
import type { QueryPair } from "~/features/report-filters/query-pairs";
import type { RangeFilters } from "~/features/report-filters/range-filter-form";
import { medicalStaffReport } from "~/report-paths";
import { profilePath, withSearch, type ProfileQuery } from "~/paths";

/** The list in one of the states of a panel; `choose` where no place has been chosen yet. */
export type StaffList =
  | { state: "data"; data: ListView }
  | { state: "empty" }
  | { state: "choose" }
  | { state: "error" };

/** What the screen of the medical staff report shows. */
export interface StaffView extends RangeFilters {
  place: StaffPlace | null;
  /** Name of the place; null for the whole company, and where none is chosen. */
  placeName: string | null;
  isnp: boolean;
  isnpFixed: boolean;
  /** The filters as the address names them, in a fixed order. */
  query: QueryPair[];
  sort: { column: string; direction: SortDirection } | null;
  /** Filters that links to profiles carry on. */
  carried: ProfileQuery;
  /** True where the place is all that the viewer may see. */
  isWholeView: boolean;
  /** Row id of the stays without a physician. */
  nobodyId: number;
  list: StaffList;
  /** Changes with all that the rows show. */
  keys: { rows: string };
  /** Said where the page has not room for every row. */
  shownRows: string | null;
  /** What paper says over the table. */
  paper: string;
  accurate: string | null;
}

/** Address of the report under the same filters; with `sort`, in that order. */
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
 * The profile that a row's name leads to. From a facility it is narrowed to it, as from the facility's own page. Null
 * for the stays without a physician in the midst of what the viewer may see: their profile would hold those of other
 * places too.
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
