import type { ReactNode } from "react";
import { Menu } from "./menu";

/** Another answer is another element, so that it closes there; a refused choice opens it. */
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
