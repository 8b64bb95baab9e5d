import type { FrailtyFilter } from "~/domain/frailty";
import type { ProfileView } from "../profile-view";

/** The filters on paper with that of the list, which graphs of whole patients do not have. */
export function withFrailty(
  { head, graphs, filters }: ProfileView["paper"],
  frailtyFilter: FrailtyFilter,
): ProfileView["paper"] {
  const words = frailtyFilter === "all" ? "" : ` · Frailty: ${frailtyFilter}`;
  return { head: head + words, graphs, filters: filters + words };
}
