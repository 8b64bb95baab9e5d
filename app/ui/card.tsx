import type { ReactNode } from "react";
import { ErrorGuard } from "~/rendering/hydration-guard";

/** `headingId` must be unique on the page. `aside` is no part of the heading's name. */
export function Card({
  headingId,
  heading,
  aside,
  actions,
  className = "",
  children,
}: {
  headingId: string;
  heading: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={headingId}
      className={`min-w-0 rounded border border-hairline bg-paper p-4 ${className}`}
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 id={headingId} className="font-semibold">
            {heading}
          </h2>
          {aside}
        </div>
        {actions}
      </div>
      <ErrorGuard part="panel">{children}</ErrorGuard>
    </section>
  );
}
