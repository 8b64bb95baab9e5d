import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";
import type { ProfileView } from "../profile-view";

/** What the overview card shows: zeros on empty, nothing on error (R54), and where the data end before the range (R499). */
export function shownMetrics({
  metrics,
}: Pick<ProfileView, "metrics">): OverviewMetrics | null {
  if (metrics.state === "data") return metrics.data;
  return metrics.state === "empty" && metrics.message === undefined
    ? EMPTY_METRICS
    : null;
}
