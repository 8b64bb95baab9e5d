import {
  LONG_GRAPH_MONTHS,
  type GraphsAsked,
} from "~/domain/graphs/graph-modes";
import { type Level, NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import {
  type QueryPair,
  queryPairs,
} from "~/features/report-filters/query-pairs";
import { profilePath, type ProfileQuery } from "~/paths";
import { PANEL_ID, panelParameter, type OpenPanel } from "./open-panel";
import type { ProfileView } from "./profile-view";

/** Anchor of the drill-down list: without scripts a sort reloads the page, and lands here. */
export const LIST_ID = "list";

/** Carry the range in force: a To Date that cannot be accepted goes back to it (R34), and without scripts nothing else remembers it. */
export const PREVIOUS_START = "previousStartDate";
export const PREVIOUS_END = "previousEndDate";

export type LinkSource = Pick<
  ProfileView,
  | "level"
  | "id"
  | "filters"
  | "carried"
  | "sort"
  | "frailtyFilter"
  | "isCurrentOnly"
  | "asked"
  | keyof GraphsAsked
  | "layout"
>;

/** What a link to this same page changes; null takes a parameter away. */
export interface OwnChange {
  sort?: string | null;
  dir?: string | null;
  frailty?: string | null;
  stays?: "current" | null;
  mom?: string | null;
  months?: `${typeof LONG_GRAPH_MONTHS}` | null;
  view?: "huddle" | null;
  /** The page is to be sent whole; it stands in no other address. */
  whole?: "1";
}

/** In a fixed order, without the open panel. */
export function ownQuery(view: LinkSource): QueryPair[] {
  const { carried, filters, layout } = view;
  const { sort, frailtyFilter, isCurrentOnly, monthly } = view.asked ?? view;
  return queryPairs({
    ...(view.level === "physician" && { "facility-id": filters.facilityId }),
    ...carried,
    ...(sort && { sort: sort.column, dir: sort.direction }),
    ...(frailtyFilter !== "all" && { frailty: frailtyFilter }),
    ...(isCurrentOnly && { stays: "current" }),
    ...(monthly.length > 0 && { mom: monthly.join(",") }),
    ...(view.hasLongGraph && { months: LONG_GRAPH_MONTHS }),
    ...(layout === "huddle" && { view: layout }),
  });
}

export function ownHref(
  view: LinkSource,
  change: OwnChange = {},
  panel: OpenPanel | null = null,
): string {
  const search = new URLSearchParams(ownQuery(view));
  for (const [name, value] of Object.entries(change)) {
    if (typeof value === "string") search.set(name, value);
    else search.delete(name);
  }
  if (panel) search.set(...panelParameter(panel));
  return hrefOf(view, search);
}

export function hrefOf(
  view: Pick<LinkSource, "level" | "id">,
  search: URLSearchParams,
): string {
  const path = profilePath(view.level, view.id);
  // URLSearchParams writes the commas of `mom` as %2C; they may stand in a query as they are.
  const query = search.toString().replace(/%2C/g, ",");
  return query ? `${path}?${query}` : path;
}

/** The page lands at the panel without scripts, and stays where it is with them. */
export function panelHref(
  view: LinkSource,
  panel: OpenPanel,
  isHydrated: boolean,
  change: OwnChange = {},
): string {
  const href = ownHref(view, change, panel);
  return isHydrated ? href : `${href}#${PANEL_ID}`;
}

/** Profile that a row's name leads to. From a facility the physician's page is narrowed to it (R99). */
export function childHref(
  view: Pick<ProfileView, "level" | "id" | "carried">,
  child: Level,
  childId: number,
): string {
  return profilePath(child, childId, {
    ...(view.level === "facility" && { "facility-id": view.id }),
    ...view.carried,
  });
}

export function carriedFilters(
  search: URLSearchParams,
  filters: ProfileView["filters"],
): ProfileQuery {
  const hasRange = search.has("startDate") || search.has("endDate");
  return {
    ...(search.has("isnp") && { isnp: filters.isnp }),
    ...(hasRange && {
      startDate: filters.startDate,
      endDate: filters.endDate,
    }),
  };
}

const FILTERS = new Set([
  "facility-id",
  "isnp",
  "startDate",
  "endDate",
  "frailty",
  "stays",
]);

export function clearHrefOf(view: LinkSource): string | null {
  const query = ownQuery(view);
  const shown = query.filter(([name]) => !isFilter(view, name));
  return shown.length < query.length
    ? hrefOf(view, new URLSearchParams(shown))
    : null;
}

/** A facility's stays without a physician are a page of their own, not a choice on the page of another. */
export function isFilter(
  { level, id }: Pick<LinkSource, "level" | "id">,
  name: string,
): boolean {
  const isSubject =
    name === "facility-id" && level === "physician" && id === NO_PHYSICIAN_ID;
  return FILTERS.has(name) && !isSubject;
}
