import { Link, useLocation } from "@remix-run/react";
import { messages } from "~/domain/messages";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { parseOpenPanel } from "./open-panel";
import { ownHref } from "./profile-links";
import type { ProfileView } from "./profile-view";

/**
 * A brief panel is a line of text: the page has one drawing, in its list. Where the list is in the same state it has
 * the way out for all of them.
 */
interface Brief {
  isBrief?: boolean;
}

/** A panel whose data did not come (R53), with a link that asks again and leaves open what is open. */
export function PanelError({
  view,
  isBrief = false,
}: { view: ProfileView } & Brief) {
  const { search } = useLocation();
  const open = parseOpenPanel(new URLSearchParams(search), view.level);
  const isTold = isBrief && view.list.state === "error";
  return (
    <ErrorState
      message={messages.panel.error}
      isBrief={isBrief}
      {...(!isTold && { retryHref: ownHref(view, {}, open) })}
    />
  );
}

/** A panel without results (R53), and the way out where there is something to clear. */
export function PanelEmpty({
  view,
  isBrief = false,
  clearTo = view.clearHref,
}: { view: ProfileView; clearTo?: string | null } & Brief) {
  const isTold = isBrief && isListEmpty(view);
  return (
    <EmptyState message={messages.panel.empty} isBrief={isBrief}>
      {clearTo !== null && !isTold ? (
        <Link
          to={clearTo}
          preventScrollReset
          className="flex min-h-6 items-center text-accent underline underline-offset-2 touch:min-h-10 print:hidden"
        >
          {messages.panel.clearFilters}
        </Link>
      ) : null}
    </EmptyState>
  );
}

/** Without results under the dates, whatever the frailty filter says. */
function isListEmpty({ list }: ProfileView): boolean {
  return (
    list.state === "empty" || (list.state === "data" && list.data.total === 0)
  );
}
