import { usDayOf } from "~/domain/calendar";
import type { CensusDays } from "../rules/census-warnings";
import { chosenLocation, locationName } from "~/domain/places/location-choice";
import {
  DEFAULT_REPORT_SORT,
  type ReportListSort,
  type ReportStatus,
} from "../rules/report-list";
import { reportListWords } from "../rules/report-list-words";
import type { QueryPair } from "~/features/report-filters/query-pairs";
import type { RangeFilters } from "~/features/report-filters/range-filter-form";
import { REQUEST_AGAIN, cmsReportFilePath } from "~/cms-request-paths";
import { paths, withSearch } from "~/paths";

export interface ReportRow {
  id: number;
  day: string;
  time: string | null;
  name: string;
  facility: string | null;
  range: string;
  /** 'name.file_type'; there is a file only in some states. */
  file: string;
  status: ReportStatus;
  /** Why it failed, where that is known. */
  problem: string | null;
  /** The viewer may make the request again. */
  canAskAgain: boolean;
  /** The file covers ISNP residents only. */
  isIsnpOnly: boolean;
}

/** The list in one of the states of a panel; `count` says in words how many rows there are. */
export type ReportList =
  | { state: "data"; rows: ReportRow[]; count: string }
  | { state: "empty" }
  | { state: "error"; message: string };

/** What the CMS QIES Reports screen shows. */
export interface ReportListView extends RangeFilters {
  names: string[];
  /** The report that the list is narrowed to. */
  name: string | null;
  /** The filters as the address names them, in a fixed order. */
  query: QueryPair[];
  sort: ReportListSort;
  list: ReportList;
  /** The days of the census that reports are made from; null where they come from CMS. */
  census: CensusDays | null;
  mayRequest: boolean;
}

type Source = Pick<ReportListView, "query" | "sort">;

/** Address of the list under its filters, or of what belongs to it, in its order or another. */
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

/** Address of a report's file; it names the list to come back to. */
export function fileHref(view: Source, id: number): string {
  return reportListHref(view, { path: cmsReportFilePath(id) });
}

/** Address of the form that makes a failed request again. */
export function requestAgainHref(view: Source, id: number): string {
  const query: QueryPair[] = [...view.query, [REQUEST_AGAIN, String(id)]];
  return reportListHref({ ...view, query }, { path: paths.requestCmsReport });
}

/** Which list it is and under which filters, for the head of each sheet of paper. */
export function reportListPaperHead({
  range,
  name,
  options,
  choice,
}: Pick<ReportListView, "range" | "name" | "options" | "choice">): string {
  return [
    reportListWords.title,
    `${usDayOf(range.startDate)}–${usDayOf(range.endDate)}`,
    name,
    locationName(options, chosenLocation(choice)),
  ]
    .filter(Boolean)
    .join(" · ");
}
