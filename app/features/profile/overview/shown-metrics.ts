import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";
import type { ProfileView } from "../profile-view";

/** What the overview card shows: zeros on empty, nothing on error (R54). */
export function shownMetrics({
  metrics,
}: Pick<ProfileView, "metrics">): OverviewMetrics | null {
  if (metrics.state === "data") return metrics.data;
  return metrics.state === "empty" ? EMPTY_METRICS : null;
}
