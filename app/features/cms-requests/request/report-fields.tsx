import { useState } from "react";
import type { ReportField } from "~/features/cms-requests/rules/report-fields";
import type { FieldErrors } from "~/features/cms-requests/rules/request-rules";
import { requestWords } from "~/features/cms-requests/rules/request-words";
import { heldBy, optionsOf } from "~/features/cms-requests/rules/typed-values";
import { ChoiceGroup } from "~/ui/choice-group";
import { CheckboxField, SelectField, TextField } from "~/ui/field";
import { ErrorNumberField } from "./error-number-field";
import { FORM_FIELDS, fieldId, type FormView } from "./request-form";

interface FieldsProps {
  view: FormView;
  errors: FieldErrors;
  /** Where a post leads that wants the form anew. */
  updateHref: string;
}

/** The fields of the chosen report, as its data tell (../rules). */
export function ReportFields({
  fields,
  ...rest
}: FieldsProps & { fields: readonly ReportField[] }) {
  return fields.map((field) => (
    // A field that two reports have keeps what is typed; one whose choices change is another one.
    <DrawnField
      key={`${field.name} ${basisOf(field, rest.view)}`}
      field={field}
      {...rest}
    />
  ));
}

function DrawnField({
  field,
  view: viewNow,
  errors,
  updateHref,
}: FieldsProps & { field: ReportField }) {
  // React writes a new default into the field, which would then look unchanged, and be lost with the session.
  const [view] = useState(viewNow);
  const { name, label, kind } = field;
  const held = view.values[name] ?? [];
  const common = {
    id: fieldId(name),
    name,
    label,
    error: errors[name] ?? null,
  };
  switch (kind) {
    case "day":
      return (
        <TextField
          {...common}
          type="date"
          defaultValue={held[0] ?? ""}
          aria-required
        />
      );
    case "text":
      return (
        <TextField
          {...common}
          maxLength={field.longest}
          defaultValue={held[0] ?? ""}
          autoComplete="off"
          spellCheck={false}
          aria-required
        />
      );
    case "switch":
      return (
        <CheckboxField
          id={fieldId(name)}
          name={name}
          label={label}
          value="Y"
          defaultChecked={held[0] === "Y"}
        />
      );
    case "many":
      return (
        <>
          <Basis field={field} view={view} />
          <ChoiceGroup
            {...common}
            type="checkbox"
            legend={label}
            choices={optionsOf(field, view.values)}
            chosen={held}
          />
        </>
      );
    case "error-numbers":
      return (
        <ErrorNumberField
          view={view}
          label={label}
          error={common.error}
          updateHref={updateHref}
        />
      );
    case "one":
    case "range":
      return <OneField field={field} held={held} common={common} />;
  }
}

/** One of a few as buttons, one of many as a list. */
function OneField({
  field,
  held,
  common,
}: {
  field: Extract<ReportField, { kind: "one" | "range" }>;
  held: readonly string[];
  common: { id: string; name: string; label: string; error: string | null };
}) {
  return field.kind === "one" && field.look === "radios" ? (
    <ChoiceGroup
      {...common}
      type="radio"
      legend={field.label}
      choices={field.options}
      chosen={held}
    />
  ) : (
    <SelectField {...common} defaultValue={held[0] ?? ""} aria-required>
      {field.start === "" ? (
        <option value="">{requestWords.select}</option>
      ) : null}
      {field.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function basisOf(field: ReportField, { values }: FormView): string {
  return field.kind === "many" && "of" in field.options
    ? heldBy(values, field.options.dependsOn)
    : "";
}

/** Tells the server of what the choices were those of. */
function Basis({ field, view }: { field: ReportField; view: FormView }) {
  const basis = basisOf(field, view);
  return basis === "" ? null : (
    <input type="hidden" name={FORM_FIELDS.quartersOf} value={basis} />
  );
}
