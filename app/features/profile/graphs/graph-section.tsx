import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { GraphCard } from "./graph-card";
import type { ProfileView } from "../profile-view";

interface Props {
  view: ProfileView;
  isLoading: boolean;
}

const SMALL: readonly GraphTag[] = ["rth_30", "ed_30"];
const LARGE: readonly GraphTag[] = ["hosp_1000", "ed_1000", "adm_1000"];

/** The two graphs of short stays (dashboard spec §2). */
export function SmallGraphs(panel: Props) {
  return SMALL.map((tag) => (
    <GraphCard key={tag} tag={tag} size="small" {...panel} />
  ));
}

/** The three graphs of long stays. */
export function LargeGraphs(panel: Props) {
  return LARGE.map((tag) => (
    <GraphCard key={tag} tag={tag} size="large" {...panel} />
  ));
}
