import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { hrefOf, ownQuery, type LinkSource } from "../profile-links";

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
