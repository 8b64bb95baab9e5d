import { useLocation } from "@remix-run/react";
import { afterHoursWords } from "~/features/after-hours/rules/words";
import { LinkButton } from "~/ui/button";
import { lazyComponent } from "~/rendering/lazy-component";
import {
  HELP,
  HELP_BUTTON_ID,
  HELP_ID,
  viewHref,
  type AfterHoursView,
} from "./after-hours-view";

const fetchSheet = () => import("./help-sheet");
const HelpSheet = lazyComponent(
  fetchSheet,
  (chunk) => chunk.HelpSheet,
  HELP_ID,
);

/** Opens the help; its script comes when somebody is about to. */
export function HelpLink({ view }: { view: AfterHoursView }) {
  const preload = () => void fetchSheet().catch(() => undefined);
  return (
    <LinkButton
      id={HELP_BUTTON_ID}
      variant="quiet"
      className="-mx-2"
      to={viewHref(view, { [HELP.name]: HELP.open })}
      preventScrollReset
      onPointerEnter={preload}
      onFocus={preload}
    >
      {afterHoursWords.whatsThis}
    </LinkButton>
  );
}

/** The help, where the URL says that it is open. */
export function OpenHelp({ view }: { view: AfterHoursView }) {
  const { search } = useLocation();
  const isOpen = new URLSearchParams(search).get(HELP.name) === HELP.open;
  return isOpen ? <HelpSheet closeHref={viewHref(view)} /> : null;
}
