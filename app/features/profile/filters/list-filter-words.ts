import type { ProfileView } from "../profile-view";

/** The filters on paper with those of the list, which graphs of whole patients do not have. */
export function withListFilters(
  { head, graphs, filters }: ProfileView["paper"],
  {
    frailtyFilter,
    isCurrentOnly,
  }: Pick<ProfileView, "frailtyFilter" | "isCurrentOnly">,
): ProfileView["paper"] {
  const words =
    (isCurrentOnly ? " · Current only" : "") +
    (frailtyFilter === "all" ? "" : ` · Frailty: ${frailtyFilter}`);
  return { head: head + words, graphs, filters: filters + words };
}
