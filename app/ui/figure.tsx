import type { ReactNode } from "react";

/** Figures of one kind, the labels above, the values large. No definition list: of one with buttons Orca says the terms alone. */
export function FigureList({
  className = "grid grid-cols-2 gap-x-4 gap-y-3",
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  return (
    <ul role="list" className={className}>
      {children}
    </ul>
  );
}

/** `note` is a line of small text below; an empty one keeps its space. */
export function Figure({
  label,
  unit,
  note,
  className = "min-w-0",
  children,
}: {
  label: ReactNode;
  unit?: ReactNode;
  note?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <li className={className}>
      <p className="text-sm text-muted">{label}</p>
      <div className="text-lg font-medium">
        {children}
        {unit ? (
          <span className="ml-1 whitespace-nowrap text-sm font-normal text-muted">
            {unit}
          </span>
        ) : null}
      </div>
      {note === undefined ? null : <div className="figure-note">{note}</div>}
    </li>
  );
}
