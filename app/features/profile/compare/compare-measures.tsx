import { COMPARE_TEXTS } from "~/domain/figures/compare-words";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { useHydrated } from "~/rendering/hydration";
import { ChoiceLink } from "~/ui/choice-link";
import { panelHref } from "../profile-links";
import type { ProfileView } from "../profile-view";

/** The rates to compare by, a link for each. */
export function CompareMeasures({
  view,
  current,
}: {
  view: ProfileView;
  current: RateTag;
}) {
  const isHydrated = useHydrated();
  return (
    <nav aria-label={COMPARE_TEXTS.measures} className="print:hidden">
      <ul className="compare-measures">
        {RATE_MEASURES.map(({ tag, title }) => (
          <li key={tag}>
            <ChoiceLink
              to={panelHref(view, { kind: "compare", tag }, isHydrated)}
              replace
              isChosen={tag === current}
            >
              {title}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
