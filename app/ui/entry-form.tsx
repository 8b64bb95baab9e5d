import type { InputHTMLAttributes, ReactNode } from "react";
import { Button } from "./button";
import { type Choice, optionOf } from "./choice-group";
import { ErrorSummary, type SummaryError } from "./error-summary";
import { SelectField, TextField, type FieldTexts } from "./field";
import { PageForm } from "./page-form";
import { UnsentLine } from "./unsent-line";

export interface EntryField
  extends
    Pick<FieldTexts, "label" | "hint">,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      "type" | "max" | "maxLength" | "inputMode"
    > {
  name: string;
  /** Makes it a select, with `choose` for no choice. */
  choices?: readonly Choice[];
  choose?: string;
}

/** What a refused form answers. */
export interface EntryErrors {
  errors: readonly SummaryError[];
  fieldErrors: Readonly<Partial<Record<string, string>>>;
}

/** A form of texts, days and choices, each with what is wrong with it. */
export function EntryForm({
  action,
  prefix = "",
  hidden = {},
  unsent = null,
  answer,
  fields,
  entries,
  submit,
  before,
  children,
  after,
  ...labels
}: {
  action: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  /** The id of a field is its name after this. */
  prefix?: string;
  hidden?: Readonly<Record<string, string | number>>;
  unsent?: string | null;
  answer: EntryErrors | null;
  fields: readonly EntryField[];
  entries: Readonly<Partial<Record<string, unknown>>>;
  submit: string;
  before?: ReactNode;
  /** Fields of other kinds. */
  children?: ReactNode;
  after?: ReactNode;
}) {
  return (
    <PageForm
      {...labels}
      method="post"
      action={action}
      className="max-w-form space-y-3"
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {before}
      <UnsentLine unsent={unsent} />
      <ErrorSummary errors={answer?.errors ?? []} attempt={answer} />
      {fields.map(({ choices, choose, ...field }) => {
        const control = {
          ...field,
          id: prefix + field.name,
          error: answer?.fieldErrors[field.name] ?? null,
          defaultValue: entries[field.name] as string | undefined,
        };
        return choices ? (
          <SelectField
            key={field.name}
            {...control}
            options={[["", choose], ...choices.map(optionOf)]}
          />
        ) : (
          <TextField
            key={field.name}
            autoComplete={field.type ? undefined : "off"}
            {...control}
          />
        );
      })}
      {children}
      <Button variant="primary" className="max-w-full !whitespace-normal">
        {submit}
      </Button>
      {after}
    </PageForm>
  );
}
