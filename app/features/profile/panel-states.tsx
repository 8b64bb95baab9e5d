import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { messages } from "~/domain/messages";
import { EmptyState, ErrorState, StateLink } from "~/ui/states";
import { parseOpenPanel } from "./open-panel";
import { ownHref } from "./profile-links";
import type { FollowingPanel, ProfileView } from "./profile-view";
import { useNavigationNow } from "~/ui/navigation";

interface State {
  view: ProfileView;
  /** One line of text without a drawing. Where the list is in the same state, the list has the way out for all of them. */
  isBrief?: boolean;
  clearTo?: string | null;
}

export function PanelContent<T>({
  panel,
  isLoading,
  skeleton,
  children,
  ...state
}: State & {
  panel: FollowingPanel<T>;
  isLoading?: boolean;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (isLoading || panel.state === "late") return skeleton;
  if (panel.state === "data") return children(panel.data);
  return panel.state === "error" ? (
    <PanelError {...state} />
  ) : (
    <PanelEmpty {...state} />
  );
}

export function PanelError({ view, isBrief = false }: State) {
  const { search } = useLocation();
  const open = parseOpenPanel(new URLSearchParams(search), view.level);
  const isShownByList = isBrief && view.list.state === "error";
  return (
    <ErrorState
      message={messages.panel.error}
      isBrief={isBrief}
      {...(!isShownByList && { retryHref: ownHref(view, {}, open) })}
    />
  );
}

export function PanelEmpty({
  view,
  isBrief = false,
  clearTo = view.clearHref,
}: State) {
  const isShownByList = isBrief && isListEmpty(view);
  return (
    <EmptyState message={emptyWords(view.metrics)} isBrief={isBrief}>
      {clearTo !== null && !isShownByList ? (
        <StateLink to={clearTo}>{messages.panel.clearFilters}</StateLink>
      ) : null}
    </EmptyState>
  );
}

export function emptyWords(panel: FollowingPanel<unknown>): string {
  return panel.state === "empty" && panel.message !== undefined
    ? panel.message
    : messages.panel.empty;
}

function isListEmpty({ list }: ProfileView): boolean {
  return (
    list.state === "empty" || (list.state === "data" && list.data.total === 0)
  );
}

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
