import type { ReactNode } from "react";
import { Menu } from "./menu";

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
    <Menu
      key={text}
      className="filters"
      isOpen={isOpen}
      summary={
        <>
          <span className="sr-only">Filters: </span>
          {text}
        </>
      }
    >
      {children}
    </Menu>
  );
}
