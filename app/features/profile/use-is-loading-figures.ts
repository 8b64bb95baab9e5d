import { useLocation } from "@remix-run/react";
import { useNavigationNow } from "~/ui/navigation";

const FIGURE_FILTERS = ["startDate", "endDate", "isnp", "facility-id"];

/**
 * True while scripts load this page with other filters, or once more after an error. A new order of the list
 * changes no figure, so the page stays as it is until it comes.
 */
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
