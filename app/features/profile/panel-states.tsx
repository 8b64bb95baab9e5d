import { Link } from "@remix-run/react";
import { messages } from "~/domain/messages";
import { profilePath } from "~/paths";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { hasFilters, ownHref } from "./profile-links";
import type { ProfileView } from "./profile-view";

/** A panel whose data did not come (dashboard spec §8), with a link that asks again. */
export function PanelError({ view }: { view: ProfileView }) {
  return (
    <ErrorState message={messages.panel.error} retryHref={ownHref(view)} />
  );
}

/** A panel without results (dashboard spec §8), and the way out where there is something to clear. */
export function PanelEmpty({
  view,
  clearHref = profilePath(view.level, view.id),
}: {
  view: ProfileView;
  clearHref?: string;
}) {
  return (
    <EmptyState message={messages.panel.empty}>
      {hasFilters(view) ? (
        <Link
          to={clearHref}
          preventScrollReset
          className="flex min-h-6 items-center text-accent underline underline-offset-2 touch:min-h-10 print:hidden"
        >
          {messages.panel.clearFilters}
        </Link>
      ) : null}
    </EmptyState>
  );
}
