import { type ReactNode, useId } from "react";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { PageLink } from "./page-link";

/** How a panel without data is set: in the middle under a drawing, or as a line of text. */
const LOOK = {
  full: "flex flex-col items-center gap-2 px-4 py-6 text-center",
  brief: "flex flex-wrap items-baseline gap-x-4 gap-y-1",
} as const;

/** Drawings decorate states that pages are seldom in; a page that cannot have the script of one does without. */
const LateDrawing = lazyComponent(
  () =>
    import("./drawings").catch((error: unknown) => {
      if (typeof document === "undefined") throw error;
      return { PanelDrawing: () => null };
    }),
  (chunk) => chunk.PanelDrawing,
);

/** Large and empty until its script is there. */
export function StateDrawing({ kind }: { kind: "empty" | "fault" }) {
  return (
    <StaticPart
      id={useId()}
      version={kind}
      fallback={<svg viewBox="0 0 160 112" width="160" className="drawing" />}
    >
      <LateDrawing kind={kind} />
    </StaticPart>
  );
}

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
    <div className={isBrief ? "brief-error" : LOOK.full}>
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
    <div className={isBrief ? LOOK.brief : LOOK.full}>
      {isBrief ? null : <StateDrawing kind="empty" />}
      <p>{message}</p>
      {children}
    </div>
  );
}
