import type { ReactNode } from "react";

/** Figures of one kind in a definition list: the labels above, the values large. */
export function FigureList({
  className = "grid grid-cols-2 gap-x-4 gap-y-3",
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  return <dl className={className}>{children}</dl>;
}

/**
 * One figure of a {@link FigureList}; `children` is its value, as text or as a button. `note` is a line of small text
 * under it, whose room is kept where it is given and empty.
 */
export function Figure({
  label,
  unit,
  note,
  children,
}: {
  label: ReactNode;
  unit?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-lg font-medium">
        {children}
        {unit ? (
          <span className="ml-1 whitespace-nowrap text-sm font-normal text-muted">
            {unit}
          </span>
        ) : null}
      </dd>
      {note === undefined ? null : <dd className="figure-note">{note}</dd>}
    </div>
  );
}
