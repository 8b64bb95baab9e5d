import type { QueryPair } from "~/features/report-filters/query-pairs";
import { medicalStaffReport } from "~/report-paths";
import { withSearch } from "~/paths";
import type { ListSort } from "~/domain/lists/list-page";

export type StaffSort = ListSort<string> | null;

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
