import { PageForm } from "~/ui/page-form";
import type { ReactNode } from "react";
import { profilePath } from "~/paths";
import { useHydrated } from "~/rendering/hydration";
import { PANEL_ID, panelParameter } from "../open-panel";
import { ownQuery } from "../profile-links";
import type { FigureView, ProfileView } from "../profile-view";

/**
 * What the button of a figure in it sends: the figure to inspect, and the state of the page. The button has no name of its
 * own, because lynx would show the value that goes with it. Without scripts the page comes again and lands at the open
 * panel; with them nothing moves.
 */
export function InspectForm({
  view,
  tag,
  children,
}: {
  view: ProfileView;
  tag: FigureView["tag"];
  children: ReactNode;
}) {
  const path = profilePath(view.level, view.id);
  return (
    <PageForm
      action={useHydrated() ? path : `${path}#${PANEL_ID}`}
      preventScrollReset
      // One button each: ten forms would be heard as ten parts of the page.
      role="none"
    >
      {[...ownQuery(view), panelParameter({ kind: "inspect", tag })].map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      {children}
    </PageForm>
  );
}
