import type { Level } from "~/domain/hierarchy";

/** Every URL of the portal is built here. */
export const paths = {
  home: "/",
  login: "/login",
  logout: "/logout",
  companyOverview: "/company-overview",
  users: "/users",
  reportsConfig: "/users/reports-config",
} as const;

/** Query parameters that profile pages understand, as the specification spells them. */
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

/** The rows behind a figure, as a CSV file to download; `id` is 0 for the company, `measure` the tag of the figure. */
export function metricDataPath(
  level: Level,
  id: number,
  query: ProfileQuery & { measure: string },
): string {
  return withQuery(`/metric-data/${level}/${id}`, query);
}

function withQuery(path: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}
