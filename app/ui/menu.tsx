import type { FocusEvent, KeyboardEvent, ReactNode } from "react";
import { CaretIcon } from "./icons";

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  const details = event.currentTarget;
  if (event.key !== "Escape" || !details.open) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

/** Links in Safari take no focus: a press on one must not close the menu under it. */
function closeWhenLeft({
  currentTarget: details,
  relatedTarget: next,
}: FocusEvent<HTMLDetailsElement>) {
  if (next && !details.contains(next)) details.open = false;
}

/** Opens without scripts; Escape or the loss of focus closes it. */
export function Menu({
  label,
  title,
  summary,
  className = "menu",
  isOpen,
  children,
}: {
  label?: string;
  title?: string;
  summary: ReactNode;
  className?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    // The handlers only close what the summary, a control of its own, has opened.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      onKeyDown={closeOnEscape}
      onBlur={closeWhenLeft}
      className={className}
      open={isOpen}
    >
      <summary aria-label={label} title={title}>
        {summary}
        <CaretIcon />
      </summary>
      <div>{children}</div>
    </details>
  );
}
