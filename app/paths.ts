import type { Level } from "~/domain/places/hierarchy";

/** Rarely needed URLs are in the files `*-paths.ts`. */
export const paths = {
  home: "/",
  login: "/login",
  logout: "/logout",
  companyOverview: "/company-overview",
  search: "/search",
  /** The data of the search page that lists everything, as Remix hands them to a script. */
  searchData: "/search?_data=routes%2Fsearch",
  session: "/session",
  dismiss: "/dismiss",
  scriptErrors: "/script-errors",
  users: "/users",
  reportsConfig: "/users/reports-config",
  census: "/census",
  feed: "/feed",
  changePassword: "/change-password",
  reports: "/reports",
  afterHoursReport: "/reports/after-hours-patient-report/",
  cmsReports: "/reports/cms-qies-reports",
  requestCmsReport: "/reports/cms-qies-reports/request",
} as const;

export interface ProfileQuery {
  "facility-id"?: number;
  isnp?: boolean | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The profile page of a level; `id` is an NPI for physicians and is not used for the company. */
export function profilePath(
  level: Level,
  id: number,
  query: ProfileQuery = {},
): string {
  const path =
    level === "company" ? paths.companyOverview : `/${level}-profile/${id}`;
  return withQuery(path, query);
}

type PlacePage =
  | "events"
  | "facilities"
  | "facilities-data"
  | "figure-rows"
  | "metric-data"
  | "signals"
  | "signals-data"
  | "targets"
  | "today"
  | "today-data"
  | "transfers";

/** Another page of a place, or a file of one; the company's id is 0. */
export function placePath(
  page: PlacePage,
  level: string,
  id: number | string,
  query: object = {},
): string {
  return withQuery(`/${page}/${level}/${id}`, query);
}

export function reportPath(reportId: string): string {
  return `/reports/${encodeURIComponent(reportId)}`;
}

export function withQuery(path: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return withSearch(path, search);
}

/** A path with its query, without a question mark where there is none. Browsers before 2023 have no `size`. */
export function withSearch(path: string, search: URLSearchParams): string {
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
