import type { ReactNode } from "react";

/**
 * A part of a page on its own sheet, named by its heading. `headingId` must be unique on the page;
 * `actions` stand at the right of the heading.
 */
export function Card({
  headingId,
  heading,
  actions,
  className = "",
  children,
}: {
  headingId: string;
  heading: ReactNode;
  actions?: ReactNode;
  /** Where it stands in its grid; never how it looks. */
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={headingId}
      className={`min-w-0 rounded border border-hairline bg-paper p-4 ${className}`}
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id={headingId} className="font-semibold">
          {heading}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
