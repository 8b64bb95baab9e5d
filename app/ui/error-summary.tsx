import { useEffect, useRef } from "react";
import { useBeforeShown } from "~/rendering/hydration";

export interface SummaryError {
  text: string;
  /** Id of the control to go to; without it the error belongs to the form as a whole. */
  fieldId?: string;
}

const PREFIX = "Error: ";

/**
 * Takes focus after each attempt, if scripts run, and says so in the title. It has no label: Orca would leave out its
 * content.
 */
export function ErrorSummary({
  title = "There is a problem",
  errors,
  attempt,
}: {
  title?: string;
  errors: readonly SummaryError[];
  attempt?: unknown;
}) {
  const box = useRef<HTMLDivElement>(null);
  const shown = errors.map((error) => error.text).join("\n");

  // A line that goes because its field has gone takes focus from nobody.
  const taken = attempt === undefined ? shown : attempt;
  const isEmpty = shown === "";
  // Focus it immediately: if the focus comes later, Orca reads it twice, as an alert and as the focused element.
  useBeforeShown(() => {
    if (!isEmpty) box.current?.focus();
  }, [isEmpty, taken]);

  useEffect(() => {
    if (shown === "") return;
    const before = document.title;
    if (before.startsWith(PREFIX)) return;
    document.title = PREFIX + before;
    return () => {
      if (document.title === PREFIX + before) document.title = before;
    };
  }, [shown, attempt]);

  if (errors.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded border-2 border-bad bg-bad-wash p-4"
    >
      <h2 className="font-semibold text-bad">{title}</h2>
      <ul className="mt-1 space-y-1">
        {errors.map((error) => (
          <li key={`${error.fieldId ?? ""} ${error.text}`}>
            {error.fieldId ? (
              <a
                href={`#${error.fieldId}`}
                className="text-bad underline underline-offset-2"
              >
                {error.text}
              </a>
            ) : (
              error.text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function fieldLines<Name extends string>(
  names: readonly Name[],
  errors: Partial<Record<Name, string>>,
  idOf: (name: Name) => string = String,
): SummaryError[] {
  return names.flatMap((name) => {
    const text = errors[name];
    return text ? [{ text, fieldId: idOf(name) }] : [];
  });
}
