import { STATE_LOOK, StateDrawing } from "./state-drawing";
import { PageLink } from "./page-link";
import type { ReactNode } from "react";

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

export function StateLink({
  to,
  children,
}: {
  to: string;
  children: ReactNode;
}) {
  return (
    <PageLink
      to={to}
      preventScrollReset
      className="flex min-h-6 items-center text-accent underline underline-offset-2 touch:min-h-10 print:hidden"
    >
      {children}
    </PageLink>
  );
}

export function EmptyState({
  message,
  isBrief = false,
  children,
}: {
  message: string;
  isBrief?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={isBrief ? STATE_LOOK.brief : STATE_LOOK.full}>
      {isBrief ? null : <StateDrawing kind="empty" />}
      <p>{message}</p>
      {children}
    </div>
  );
}
