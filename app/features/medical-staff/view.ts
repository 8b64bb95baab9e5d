import type { QueryPair } from "~/features/report-filters/query-pairs";
import { medicalStaffReport } from "~/report-paths";
import { withSearch } from "~/paths";
import type { SortDirection } from "~/domain/lists/table-sort";

export type StaffSort = { column: string; direction: SortDirection } | null;

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
