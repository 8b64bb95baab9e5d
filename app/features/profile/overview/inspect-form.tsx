import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { profilePath } from "~/paths";
import { useHydrated } from "~/ui/use-hydrated";
import { PANEL_ID } from "../open-panel";
import { ownQuery } from "../profile-links";
import type { ProfileView } from "../profile-view";

/**
 * What makes buttons of the figures in it: each names itself as `inspect`, and the form carries the state of the page.
 * Without scripts the page comes again and lands at the open panel; with them nothing moves.
 */
export function InspectForm({
  view,
  children,
}: {
  view: ProfileView;
  children: ReactNode;
}) {
  const path = profilePath(view.level, view.id);
  return (
    <Form
      action={useHydrated() ? path : `${path}#${PANEL_ID}`}
      preventScrollReset
      className="contents"
    >
      {ownQuery(view).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
