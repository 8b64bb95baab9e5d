import type { ReactNode } from "react";
import { FieldError } from "./field-error";

export interface Choice {
  value: string;
  label: string;
}

export function optionOf({ value, label }: Choice) {
  return [value, label] as const;
}

/** The first control has the group's `id`: an error summary links to it. */
export function ChoiceGroup({
  id,
  name,
  type,
  legend,
  error,
  choices,
  chosen,
  columns = false,
}: {
  id: string;
  name: string;
  type: "checkbox" | "radio";
  legend: ReactNode;
  error?: string | null | undefined;
  choices: readonly Choice[];
  chosen: readonly string[];
  /** For many short labels. */
  columns?: boolean;
}) {
  const isOne = type === "radio";
  return (
    <fieldset
      className="min-w-0"
      role={isOne ? "radiogroup" : undefined}
      aria-required={isOne || undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className={columns ? "flex flex-wrap gap-x-4" : undefined}>
        {choices.map(({ value, label }, index) => (
          <label
            key={value}
            className="flex min-h-6 py-0.5 items-center gap-2 touch:min-h-10"
          >
            <input
              id={index === 0 ? id : undefined}
              type={type}
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={error ? true : undefined}
              className="h-5 w-5 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
