import { PageLink } from "~/ui/page-link";
import { childLevelOf } from "~/domain/places/hierarchy";
import { childNoun } from "~/domain/figures/drill-down-words";
import { profileMessages } from "~/domain/profile-messages";
import { RATE_GRAPHS } from "~/domain/graphs/rate-graphs";
import { useHydrated } from "~/rendering/hydration";
import { COMPARE_LINK_ID, isComparable } from "../open-panel";
import { panelHref } from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type { ProfileView } from "../profile-view";

/** Opens the comparison of a list's rows; nothing where there are not two to compare. */
export function CompareLink({ view }: { view: ProfileView }) {
  const isHydrated = useHydrated();
  const { level, list } = view;
  const [first] = RATE_GRAPHS;
  const rows = list.state === "data" ? list.data.rows : 0;
  if (!isComparable(level) || !first || rows < 2) return null;
  return (
    <PageLink
      id={COMPARE_LINK_ID}
      className="action-link"
      aria-label={`${profileMessages.compare.link} ${childNoun(childLevelOf(level), 2)}`}
      to={panelHref(view, { kind: "compare", tag: first.tag }, isHydrated)}
      preventScrollReset
      {...preloadOnIntent}
    >
      {profileMessages.compare.link}
    </PageLink>
  );
}
