import type { ReactNode } from "react";
import { useHydrated } from "~/rendering/hydration";
import { PageLink } from "~/ui/page-link";
import type { OpenPanel } from "./open-panel";
import { panelHref, type OwnChange } from "./profile-links";
import type { ProfileView } from "./profile-view";

/** In a panel, leads to the same in another way. Back does not lead through all of them. */
export function SwitchLink({
  view,
  panel,
  change,
  children,
}: {
  view: ProfileView;
  panel: OpenPanel;
  change: OwnChange;
  children: ReactNode;
}) {
  return (
    <PageLink
      to={panelHref(view, panel, useHydrated(), change)}
      preventScrollReset
      replace
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 print:hidden"
    >
      {children}
    </PageLink>
  );
}
