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

export const FILTER_NOTES_ID = "filter-notes";

export function FilterNotes({ notes }: { notes: readonly string[] }) {
  return (
    <div id={FILTER_NOTES_ID} aria-live="polite" className="text-sm text-warn">
      {notes.map((note) => (
        <p key={note} className="mt-1">
          {note}
        </p>
      ))}
    </div>
  );
}
