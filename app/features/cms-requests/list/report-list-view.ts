import { usDayOf } from "~/domain/calendar";
import { chosenLocation, locationName } from "~/domain/places/location-choice";
import {
  DEFAULT_REPORT_SORT,
  type ReportListSort,
  reportListWords,
} from "../rules/report-list";
import type { QueryPair } from "~/features/report-filters/query-pairs";
import type { RangeFilters } from "~/features/report-filters/range-filter-form";
import { REQUEST_AGAIN, cmsReportFilePath } from "~/cms-request-paths";
import { paths, withSearch } from "~/paths";

interface Source {
  query: QueryPair[];
  sort: ReportListSort;
}

export function reportListHref(
  { query, sort }: Source,
  {
    order = sort,
    path = paths.cmsReports,
  }: { order?: ReportListSort; path?: string } = {},
): string {
  const search = new URLSearchParams(query);
  const { column, direction } = DEFAULT_REPORT_SORT;
  if (order.column !== column || order.direction !== direction) {
    search.set("sort", order.column);
    search.set("dir", order.direction);
  }
  return withSearch(path, search);
}

export function fileHref(view: Source, id: number): string {
  return reportListHref(view, { path: cmsReportFilePath(id) });
}

export function requestAgainHref(view: Source, id: number): string {
  const query: QueryPair[] = [...view.query, [REQUEST_AGAIN, String(id)]];
  return reportListHref({ ...view, query }, { path: paths.requestCmsReport });
}

export function reportListPaperHead({
  range,
  name,
  options,
  choice,
}: Pick<RangeFilters, "range" | "options" | "choice"> & {
  name: string | null;
}): string {
  return [
    reportListWords.title,
    `${usDayOf(range.startDate)}–${usDayOf(range.endDate)}`,
    name,
    locationName(options, chosenLocation(choice)),
  ]
    .filter(Boolean)
    .join(" · ");
}
