import { StateDrawing } from "./state-drawing";
import { StateLink } from "./state-link";
import { STATE_LOOK } from "./state-look";

/** Shown if a panel's data failed to load: a drawing, a sentence and a link to retry. */
export function ErrorState({
  message,
  retryHref,
  isBrief = false,
}: {
  message: string;
  /** URL of the page as it is now; without it another panel has the link. */
  retryHref?: string;
  /** The drawing small, beside the sentence. */
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
