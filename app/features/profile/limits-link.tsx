import { PLAIN_LIMITS } from "~/domain/graphs/graph-modes";
import { LIMITS_TEXTS } from "~/domain/graphs/method-words";
import type { OpenPanel } from "./open-panel";
import type { ProfileView } from "./profile-view";
import { SwitchLink } from "./switch-link";

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
  const { hasPlainLimits } = view;
  if (!hasPlainLimits && !isAdjusted) return null;
  const limits = hasPlainLimits ? null : PLAIN_LIMITS;
  return (
    <p className="mb-2 text-sm">
      {hasPlainLimits ? `${LIMITS_TEXTS.isPlain} ` : null}
      <SwitchLink view={view} panel={panel} change={{ limits }}>
        {hasPlainLimits ? LIMITS_TEXTS.toAdjusted : LIMITS_TEXTS.toPlain}
      </SwitchLink>
    </p>
  );
}
