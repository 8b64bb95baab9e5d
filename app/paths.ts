import type { Level } from "~/domain/places/hierarchy";

/** Every URL of the portal is built here. */
export const paths = {
  home: "/",
  login: "/login",
  logout: "/logout",
  companyOverview: "/company-overview",
  search: "/search",
  /** The data of the search page that lists everything, as Remix hands them to a script. */
  searchData: "/search?_data=routes%2Fsearch",
  session: "/session",
  leftOpen: "/left-open",
  dismiss: "/dismiss",
  /** Where browsers tell of errors of their scripts. */
  scriptErrors: "/script-errors",
  users: "/users",
  addUser: "/users/add",
  createUser: "/user/create",
  reportsConfig: "/users/reports-config",
  auditTrail: "/users/audit-trail",
  imports: "/users/imports",
  /** The audit trail as a CSV file to download. */
  auditFile: "/audit-file",
  changePassword: "/change-password",
  reports: "/reports",
  afterHoursReport: "/reports/after-hours-patient-report/",
  cmsReports: "/reports/cms-qies-reports",
  requestCmsReport: "/reports/cms-qies-reports/request",
  /** How far the requested reports are, for a page that is open. */
  cmsReportStates: "/cms-report-states",
  medicalStaffReport: "/reports/medical-staff-report",
  /** The medical staff report as a CSV file to download. */
  medicalStaffData: "/medical-staff-data",
  incompleteData: "/incomplete-data",
} as const;

/** Query parameters that profile pages understand (R29). */
export interface ProfileQuery {
  "facility-id"?: number;
  isnp?: boolean;
  startDate?: string;
  endDate?: string;
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

/** The page of a report, by its slug. */
export function reportPath(reportId: string): string {
  return `/reports/${encodeURIComponent(reportId)}`;
}

/** Where the page of an embedded report has what its frame is shown with. */
export function reportTokenPath(reportId: string): string {
  return `/report-token/${encodeURIComponent(reportId)}`;
}

/** The dialog that edits a user, or the one that deletes them, over the list of users. */
export function userPath(id: number, task: "edit" | "delete"): string {
  return `${paths.users}/${id}/${task}`;
}

/** Names the failed request in the address of the form that makes it again. */
export const REQUEST_AGAIN = "again";

/** A finished CMS report, to download. */
export function cmsReportFilePath(id: number): string {
  return `/cms-report-file/${id}`;
}

/** The rows behind a figure, as a CSV file to download; `id` is 0 for the company, `measure` the tag of the figure. */
export function metricDataPath(
  level: Level,
  id: number,
  query: ProfileQuery & { measure: string },
): string {
  return withQuery(`/metric-data/${level}/${id}`, query);
}

/** Where a page leads that was left open without scripts; `from` is its own path and query. */
export function leftOpenPath(from: string): string {
  return withQuery(paths.leftOpen, { from });
}

function withQuery(path: string, query: object): string {
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
