import { STATE_LOOK, StateDrawing } from "./state-drawing";
import { StateLink } from "./state-link";

export function ErrorState({
  message,
  retryHref,
  isBrief = false,
}: {
  message: string;
  /** URL of the page as it is now; without it another panel has the link. */
  retryHref?: string;
  isBrief?: boolean;
}) {
  return (
    <div className={isBrief ? "brief-error" : STATE_LOOK.full}>
      <StateDrawing kind="fault" />
      <p>{message}</p>
      {retryHref === undefined ? null : (
        <StateLink to={retryHref}>Try again</StateLink>
      )}
    </div>
  );
}
