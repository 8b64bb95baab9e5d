import { useState } from "react";
import type { QiesCensus } from "~/contract/qies-reports";
import {
  censusAboutText,
  censusReportText,
  censusWarnings,
} from "../rules/census-warnings";
import { isErrorNumber, MDS_ERROR_NUMBERS } from "../rules/error-numbers";
import {
  heldBy,
  type TypedValues,
  optionsOf,
  type ReportField,
} from "../rules/report-fields";
import { QIES_REPORT_TYPES, type QiesReportType } from "../rules/report-types";
import {
  LONGEST_SUBMISSION_ID,
  type FieldErrors,
} from "../rules/request-rules";
import { requestWords, errorNumberWords } from "../rules/request-words";
import { useHydrated } from "~/rendering/hydration";
import { ChoiceGroup } from "~/ui/choice-group";
import { SelectField, CheckboxField, TextField } from "~/ui/field";
import { UpdateButton } from "~/ui/form-buttons";
import { NoticeBox } from "~/ui/notice";
import { ErrorNumberPicker } from "./error-number-picker";
import { basisOf, fieldId, FORM_FIELDS } from "./request-form";

interface RequestFieldsProps {
  facilities: readonly { id: number; name: string }[];
  census: QiesCensus | null;
  values: TypedValues;
  errors: FieldErrors;
  updateHref: string;
  type: QiesReportType | null;
  fields: readonly ReportField[];
}

export function RequestFields({
  facilities,
  census,
  values,
  errors,
  updateHref,
  type,
  fields,
}: RequestFieldsProps) {
  const commonOf = (name: "reportType" | "facility") => ({
    id: fieldId(name),
    name,
    label: requestWords[name],
    error: errors[name] ?? null,
    chosen: heldBy(values, name),
  });
  const warnings = census && type ? censusWarnings(type, values, census) : [];
  return (
    <>
      {census ? (
        <p className="text-sm text-muted">
          {censusAboutText(census.first_day)}
        </p>
      ) : null}
      <Select
        {...commonOf("reportType")}
        start={requestWords.selectReportType}
        options={QIES_REPORT_TYPES.map(({ code, name }) => [code, name])}
      />
      <Select
        {...commonOf("facility")}
        start={facilities.length === 1 ? null : requestWords.selectFacility}
        options={facilities.map(({ id, name }) => [id, name])}
      />
      {census ? (
        <p aria-live="polite" className="text-sm text-muted">
          {type ? censusReportText(type) : null}
        </p>
      ) : null}
      {type && fields.length === 0 ? (
        <p className="text-sm text-muted">{requestWords.nothingElse}</p>
      ) : null}
      {fields.map((field) => (
        // Fields shared by two reports keep their entries; fields with new choices remount.
        <DrawnField
          key={`${field.name} ${basisOf(field, values) ?? ""}`}
          {...{ field, values, errors }}
        />
      ))}
      {census ? (
        <div aria-live="polite">
          {warnings.length > 0 ? (
            <NoticeBox
              tone="warning"
              lines={warnings.map((text) => ({ key: text, text }))}
            />
          ) : null}
        </div>
      ) : null}
      <UpdateButton
        href={updateHref}
        words={requestWords.showFields}
        hintId="show-fields-hint"
        hint={requestWords.showFieldsHint}
      />
    </>
  );
}

interface Common {
  id: string;
  name: string;
  label: string;
  error: string | null;
}

function Select({
  start,
  options,
  chosen,
  ...common
}: Common & {
  /** The option for no choice; null if something is chosen at first. */
  start: string | null;
  options: readonly (readonly [value: string | number, text: string])[];
  chosen: string;
}) {
  return (
    <SelectField
      {...common}
      defaultValue={chosen}
      aria-required
      options={start === null ? options : [["", start], ...options]}
    />
  );
}

function DrawnField({
  field,
  values: valuesNow,
  errors,
}: Pick<RequestFieldsProps, "values" | "errors"> & { field: ReportField }) {
  // Keep the first default: with a new one the entry would look unchanged, and be lost with the session.
  const [values] = useState(valuesNow);
  const { name, label } = field;
  const held = values[name] ?? [];
  const first = heldBy(values, name);
  const basis = basisOf(field, values);
  const common = {
    id: fieldId(name),
    name,
    label,
    error: errors[name] ?? null,
  };
  switch (field.kind) {
    case "day":
      return (
        <TextField {...common} type="date" defaultValue={first} aria-required />
      );
    case "text":
      return (
        <TextField
          {...common}
          maxLength={LONGEST_SUBMISSION_ID}
          defaultValue={first}
          autoComplete="off"
          spellCheck={false}
          aria-required
        />
      );
    case "switch":
      return (
        <CheckboxField
          {...{ id: common.id, name, label }}
          value="Y"
          defaultChecked={first === "Y"}
        />
      );
    case "many":
      return (
        <>
          {basis === null ? null : (
            // Tells the server which choices were shown.
            <input type="hidden" name={FORM_FIELDS.quartersOf} value={basis} />
          )}
          <ChoiceGroup
            {...common}
            type="checkbox"
            legend={label}
            choices={optionsOf(field, values)}
            chosen={held}
          />
        </>
      );
    case "error-numbers":
      return <ErrorNumberField common={common} held={held} />;
    case "one":
      return field.arg === null ? (
        <ChoiceGroup
          {...common}
          type="radio"
          legend={label}
          choices={field.options}
          chosen={held}
        />
      ) : (
        <Select
          {...common}
          start={field.start === undefined ? requestWords.select : null}
          options={field.options.map(({ value, label }) => [value, label])}
          chosen={first}
        />
      );
  }
}

/** A popup of numbers if scripts run, else boxes. */
function ErrorNumberField({
  common,
  held,
}: {
  common: Common;
  held: readonly string[];
}) {
  const chosen = held.filter(isErrorNumber);
  const typed = held.filter((text) => !isErrorNumber(text)).join(" ");
  const { label, error } = common;
  return useHydrated() ? (
    <ErrorNumberPicker
      label={label}
      error={error}
      chosenAtFirst={chosen}
      typedAtFirst={typed}
    />
  ) : (
    <>
      <TextField
        {...common}
        name={FORM_FIELDS.moreErrorNumbers}
        hint={errorNumberWords.typeHint}
        maxLength={100}
        defaultValue={typed}
        autoComplete="off"
      />
      <ChoiceGroup
        id="listed-error-numbers"
        name="errorNumbers"
        type="checkbox"
        legend={errorNumberWords.listed}
        choices={[...new Set([...chosen, ...MDS_ERROR_NUMBERS])].map(
          (number) => {
            return { value: number, label: number };
          },
        )}
        chosen={chosen}
        columns
      />
    </>
  );
}
