import type { ReactNode } from "react";

/** A part of the huddle sheet, named by its heading. */
export function HuddleSection({
  id,
  heading,
  className,
  children,
}: {
  id: string;
  heading: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="huddle-heading">
        {heading}
      </h2>
      {children}
    </section>
  );
}
