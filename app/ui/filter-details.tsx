import type { ReactNode } from "react";

/**
 * The filters of a page behind what is in force: one line at every width. Another answer is another element, so that it is
 * closed there; what was not accepted opens it.
 */
export function FilterDetails({
  inForce,
  isOpen,
  children,
}: {
  inForce: readonly string[];
  isOpen: boolean;
  children: ReactNode;
}) {
  const text = inForce.join(" · ");
  return (
    <details key={text} className="filters" open={isOpen}>
      <summary>
        <span className="sr-only">Filters: </span>
        {text}
      </summary>
      <div>{children}</div>
    </details>
  );
}
