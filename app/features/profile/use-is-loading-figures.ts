import { useLocation } from "@remix-run/react";
import { useNavigationNow } from "~/ui/navigation";

const FIGURE_FILTERS = ["startDate", "endDate", "isnp", "facility-id"];

/** While other filters load, or the page once more after an error. A new order of the list changes no figure. */
export function useIsLoadingFigures(): boolean {
  const here = useLocation();
  const { location: next } = useNavigationNow();
  if (!next || next.pathname !== here.pathname) return false;
  return next.search === here.search || differ(next.search, here.search);
}

function differ(one: string, other: string): boolean {
  const [a, b] = [new URLSearchParams(one), new URLSearchParams(other)];
  return FIGURE_FILTERS.some((name) => a.get(name) !== b.get(name));
}
