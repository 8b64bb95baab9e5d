import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
} from "react";
import { FieldError } from "./field-error";

export interface ControlAttributes {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldTexts {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
}

const CONTROL =
  "block w-full min-h-9 touch:min-h-10 rounded border bg-paper px-3 py-1 text-ink";

export function Field({
  id,
  label,
  hint,
  error,
  children,
}: FieldTexts & { children: (control: ControlAttributes) => ReactNode }) {
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {children({
        id,
        className: `${CONTROL} ${error ? "border-2 border-bad" : "border-control"}`,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <FieldError id={id} error={error} />
    </div>
  );
}

export type TextFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className">;

export function TextField({
  id,
  label,
  hint,
  error,
  ...input
}: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}

export type SelectFieldProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className"> & {
    options?: readonly (readonly [value: string | number, text?: string])[];
  };

export function SelectField({
  id,
  label,
  hint,
  error,
  options = [],
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  );
}

export type CheckboxFieldProps = Omit<FieldTexts, "error"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "type">;

export function CheckboxField({
  id,
  label,
  hint,
  ...input
}: CheckboxFieldProps) {
  return (
    <div>
      <label
        htmlFor={id}
        className="flex min-h-9 items-center gap-2 touch:min-h-10"
      >
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="h-5 w-5 accent-accent"
        />
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
