import {
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { CaretIcon } from "./icons";

/** A menu under its name: a `details` that opens without scripts, and closes with Escape or where the focus leaves it. */
export function Menu({
  label,
  title,
  summary,
  className = "",
  children,
}: {
  /** What it is called where the summary does not say it. */
  label?: string;
  title?: string;
  summary: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);

  function close() {
    if (details.current) details.current.open = false;
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !details.current?.open) return;
    close();
    details.current.querySelector("summary")?.focus();
  }

  function closeWhenLeft(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }

  return (
    // The handlers only close what the summary, a control of its own, has opened.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={details}
      onKeyDown={closeOnEscape}
      onBlur={closeWhenLeft}
      className={`menu ${className}`}
    >
      <summary aria-label={label} title={title}>
        {summary}
        <CaretIcon />
      </summary>
      <div>{children}</div>
    </details>
  );
}
