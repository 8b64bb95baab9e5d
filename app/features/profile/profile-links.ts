import type { Level } from "~/domain/hierarchy";
import { profilePath, type ProfileQuery } from "~/paths";
import type { ProfileView } from "./profile-view";

/** Anchor of the drill-down list: without scripts a sort reloads the page, and lands here. */
export const LIST_ID = "list";

/**
 * Fields of the filter bar that carry the range in force when it was sent: a To Date that cannot be accepted goes back
 * to it (dashboard spec §5), and a page without scripts has no other memory.
 */
export const PREVIOUS_START = "previousStartDate";
export const PREVIOUS_END = "previousEndDate";

/** The parts of the view that its links are made of. */
export type LinkSource = Pick<
  ProfileView,
  "level" | "id" | "filters" | "carried" | "sort" | "frailtyFilter"
>;

/** What a link to this same page changes; null takes a parameter away. */
export interface OwnChange {
  sort?: string | null;
  dir?: string | null;
  frailty?: string | null;
}

/** The query parameters of this page as it is now, in a fixed order. */
function ownQuery(view: LinkSource): [name: string, value: string][] {
  const { carried, filters, sort, frailtyFilter } = view;
  const query: Record<string, string | number | boolean | undefined> = {
    ...(view.level === "physician" && { "facility-id": filters.facilityId }),
    ...carried,
    ...(sort && { sort: sort.column, dir: sort.direction }),
    ...(frailtyFilter !== "all" && { frailty: frailtyFilter }),
  };
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
}

/** URL of this page with a change of the list's state; the rest of its state stays. */
export function ownHref(view: LinkSource, change: OwnChange = {}): string {
  const search = new URLSearchParams(ownQuery(view));
  for (const [name, value] of Object.entries(change)) {
    if (typeof value === "string") search.set(name, value);
    else search.delete(name);
  }
  const path = profilePath(view.level, view.id);
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

/** True where the URL asks for anything but the plain page. */
export function hasFilters(view: LinkSource): boolean {
  return ownQuery(view).some(([name]) => name !== "sort" && name !== "dir");
}

/** Profile that a row's name leads to. From a facility the physician's page is narrowed to it (dashboard spec §2). */
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

/** The filters that links carry on: only those that the URL names, so that plain links stay plain. */
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
