import {
  GRAPH_MODES,
  modeLabel,
  modeOf,
  withMode,
} from "~/domain/graphs/graph-modes";
import { findGraph, type GraphTag } from "~/domain/graphs/rate-graphs";
import { ChangeSaid } from "~/ui/change-said";
import { useHydrated } from "~/rendering/hydration";
import { graphHeadingId, PANEL_ID } from "../open-panel";
import { ChoiceLink } from "~/ui/choice-link";
import { ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";

interface Props {
  view: ProfileView;
  tag: GraphTag;
  isInPanel?: boolean;
}

export function GraphToggle({ view, tag, isInPanel = false }: Props) {
  // The page reloads without scripts and should open where it was; scripts keep it there.
  const anchor = isInPanel ? PANEL_ID : graphHeadingId(tag);
  const landing = useHydrated() ? "" : `#${anchor}`;
  const panel = isInPanel ? ({ kind: "graph", tag } as const) : null;
  const title = findGraph(tag)?.title;
  const { monthly } = view.asked ?? view;
  return (
    <>
      {isInPanel ? null : <p className="paper-line">{view.paper.graphs}</p>}
      <ul className="graph-toggle">
        {GRAPH_MODES.map(({ mode, label }) => {
          const mom = withMode(monthly, tag, mode).join(",") || null;
          const isCurrent = modeOf(view.monthly, tag) === mode;
          return (
            <li key={mode}>
              <ChoiceLink
                to={`${ownHref(view, { mom }, panel)}${landing}`}
                replace={isInPanel}
                isChosen={isCurrent}
                aria-label={`${label}, ${title}`}
              >
                {label}
              </ChoiceLink>
            </li>
          );
        })}
      </ul>
      <ChangeSaid text={`${modeLabel(modeOf(view.monthly, tag))}, ${title}`} />
    </>
  );
}
