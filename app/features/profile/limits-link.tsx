import { PLAIN_LIMITS } from "~/domain/graphs/graph-modes";
import { LIMITS_TEXTS } from "~/domain/graphs/method-words";
import { PageLink } from "~/ui/page-link";
import { useHydrated } from "~/ui/hydration";
import type { OpenPanel } from "./open-panel";
import { panelHref } from "./profile-links";
import type { ProfileView } from "./profile-view";

/** Leads to the limits of chance alone where others are drawn, and back; nothing where there are no others (R366). */
export function LimitsLink({
  view,
  isAdjusted,
  panel,
}: {
  view: ProfileView;
  isAdjusted: boolean;
  panel: OpenPanel;
}) {
  const isHydrated = useHydrated();
  const { hasPlainLimits } = view;
  if (!hasPlainLimits && !isAdjusted) return null;
  const limits = hasPlainLimits ? null : PLAIN_LIMITS;
  return (
    <p className="mb-2 text-sm">
      {hasPlainLimits ? `${LIMITS_TEXTS.isPlain} ` : null}
      <PageLink
        to={panelHref(view, panel, isHydrated, { limits })}
        preventScrollReset
        replace
        className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 print:hidden"
      >
        {hasPlainLimits ? LIMITS_TEXTS.toAdjusted : LIMITS_TEXTS.toPlain}
      </PageLink>
    </p>
  );
}
