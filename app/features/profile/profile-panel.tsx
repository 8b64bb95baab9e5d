import { useLocation } from "@remix-run/react";
import { lazyComponent } from "~/rendering/lazy-component";
import { ErrorGuard } from "~/rendering/hydration-guard";
import { PANEL_ID, parseOpenPanel } from "./open-panel";
import { ownHref } from "./profile-links";
import type { ProfileView } from "./profile-view";

declare global {
  interface Navigator {
    connection?: { saveData?: boolean };
  }
}

/** The panels come when they are asked for: a plain page load pays for none of them. */
const fetchPanels = () => import("./panel-body");
const PanelBody = lazyComponent(
  fetchPanels,
  (chunk) => chunk.PanelBody,
  PANEL_ID,
);

export function ProfilePanel({ view }: { view: ProfileView }) {
  const { search } = useLocation();
  const open = parseOpenPanel(new URLSearchParams(search), view.level);
  return open ? (
    <ErrorGuard part="panel">
      <PanelBody
        view={withLateParts(view)}
        open={open}
        closeHref={ownHref(view)}
      />
    </ErrorGuard>
  ) : null;
}

function withLateParts(view: ProfileView): ProfileView {
  const { leftOut } = view.rendered;
  const late = { state: "late" } as const;
  return {
    ...view,
    ...(leftOut.includes("graphs") && { graphs: late }),
    ...(leftOut.includes("figures") && { metrics: late }),
  };
}

/** Fetches the script before it is used. */
export const preloadOnIntent = {
  onPointerEnter: preloadPanels,
  onFocus: preloadPanels,
};

function preloadPanels(): void {
  if (navigator.connection?.saveData) return;
  // The panel retries when it opens, and reports the failure then.
  fetchPanels().catch(() => undefined);
}
