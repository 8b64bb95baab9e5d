import {
  censusAboutText,
  censusReportText,
  type CensusDays,
  censusWarnings,
} from "../rules/census-warnings";
import { QIES_REPORT_TYPES, type QiesReportType } from "../rules/report-types";
import { type FieldErrors } from "../rules/request-rules";
import { requestWords, errorNumberWords } from "../rules/request-words";
import {
  heldBy,
  type TypedValues,
  optionsOf,
  type ReportField,
} from "../rules/report-fields";
import { SelectField, CheckboxField, TextField } from "~/ui/field";
import { UpdateButton } from "~/ui/form-buttons";
import { NoticeBox } from "~/ui/notice";
import { fieldId, type FormView, FORM_FIELDS } from "./request-form";
import { useState } from "react";
import { isErrorNumber } from "../rules/error-numbers";
import { useHydrated } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import { ChoiceGroup } from "~/ui/choice-group";
import { updateButton } from "~/ui/update-only";
import { ErrorNumberPicker } from "./error-number-picker";

interface RequestFieldsProps {
  facilities: readonly { id: number; name: string }[];
  census: CensusDays | null;
  view: FormView;
  errors: FieldErrors;
  updateHref: string;
  type: QiesReportType | null;
  fields: readonly ReportField[];
}

export function RequestFields({
  facilities,
  census,
  view,
  errors,
  updateHref,
  type,
  fields,
}: RequestFieldsProps) {
  return (
    <>
      {census ? (
        <p className="text-sm text-muted">{censusAboutText(census.firstDay)}</p>
      ) : null}
      <ChoiceField
        name="reportType"
        start={requestWords.selectReportType}
        choices={QIES_REPORT_TYPES.map(({ code, name }) => [code, name])}
        {...{ view, errors }}
      />
      <ChoiceField
        name="facility"
        start={facilities.length === 1 ? null : requestWords.selectFacility}
        choices={facilities.map(({ id, name }) => [id, name])}
        {...{ view, errors }}
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
          key={`${field.name} ${basisOf(field, view)}`}
          {...{ field, view, errors, updateHref }}
        />
      ))}
      {census ? (
        <CensusWarnings census={census} type={type} values={view.values} />
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

function ChoiceField({
  name,
  start,
  choices,
  view,
  errors,
}: Pick<RequestFieldsProps, "view" | "errors"> & {
  name: "reportType" | "facility";
  /** The option for no choice; null if there is only one choice. */
  start: string | null;
  choices: readonly (readonly [value: string | number, text: string])[];
}) {
  return (
    <SelectField
      id={fieldId(name)}
      name={name}
      label={requestWords[name]}
      error={errors[name] ?? null}
      defaultValue={heldBy(view.values, name)}
      aria-required
    >
      {start === null ? null : <option value="">{start}</option>}
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

function CensusWarnings({
  census,
  type,
  values,
}: {
  census: CensusDays;
  type: QiesReportType | null;
  values: TypedValues;
}) {
  const warnings = type ? censusWarnings(type, values, census) : [];
  return (
    <div aria-live="polite">
      {warnings.length > 0 ? (
        <NoticeBox
          tone="warning"
          lines={warnings.map((text) => ({ key: text, text }))}
        />
      ) : null}
    </div>
  );
}

function DrawnField({
  field,
  view: viewNow,
  errors,
  updateHref,
}: Pick<RequestFieldsProps, "view" | "errors" | "updateHref"> & {
  field: ReportField;
}) {
  // Keep the first default: with a new one the entry would look unchanged, and be lost with the session.
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
      {field.start === undefined ? (
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

/** Tells the server which choices were shown. */
function Basis({ field, view }: { field: ReportField; view: FormView }) {
  const basis = basisOf(field, view);
  return basis === "" ? null : (
    <input type="hidden" name={FORM_FIELDS.quartersOf} value={basis} />
  );
}

const ID = fieldId("errorNumbers");

interface ErrorNumberFieldProps {
  view: FormView;
  label: string;
  error: string | null;
  updateHref: string;
}

/** A popup of numbers if scripts run, else boxes and a search. */
function ErrorNumberField(props: ErrorNumberFieldProps) {
  const { view, label, error } = props;
  const chosen = (view.values.errorNumbers ?? []).filter(isErrorNumber);
  return useHydrated() ? (
    <ErrorNumberPicker
      label={label}
      error={error}
      chosenAtFirst={chosen}
      typedAtFirst={view.moreErrorNumbers}
    />
  ) : (
    <ErrorNumberBoxes {...props} chosen={chosen} />
  );
}

function ErrorNumberBoxes({
  view,
  label,
  error,
  updateHref,
  chosen,
}: ErrorNumberFieldProps & { chosen: readonly string[] }) {
  const { found } = view;
  const isTextWrong = view.moreErrorNumbers !== "";
  const others = (found?.shown ?? []).filter((one) => !chosen.includes(one));
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <NumberChoices
        id="chosen-error-numbers"
        legend={errorNumberWords.chosen}
        numbers={chosen}
        areChosen
      />
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            id={isTextWrong ? FORM_FIELDS.errorNumberSearch : ID}
            name={FORM_FIELDS.errorNumberSearch}
            label={errorNumberWords.search}
            error={isTextWrong ? null : error}
            maxLength={20}
            defaultValue={view.errorNumberSearch}
            autoComplete="off"
          />
        </div>
        <Button {...updateButton(updateHref, errorNumberWords.find)} />
      </div>
      {found ? (
        <p aria-live="polite" className="text-sm text-muted">
          {errorNumberWords.count({
            shown: found.shown.length,
            total: found.total,
          })}
        </p>
      ) : null}
      <NumberChoices
        id="listed-error-numbers"
        legend={errorNumberWords.found}
        numbers={others}
      />
      <TextField
        id={isTextWrong ? ID : FORM_FIELDS.moreErrorNumbers}
        name={FORM_FIELDS.moreErrorNumbers}
        label={errorNumberWords.more}
        hint={errorNumberWords.moreHint}
        error={isTextWrong ? error : null}
        maxLength={100}
        defaultValue={view.moreErrorNumbers}
        autoComplete="off"
      />
    </fieldset>
  );
}

function NumberChoices({
  id,
  legend,
  numbers,
  areChosen = false,
}: {
  id: string;
  legend: string;
  numbers: readonly string[];
  areChosen?: boolean;
}) {
  return numbers.length === 0 ? null : (
    <ChoiceGroup
      id={id}
      name="errorNumbers"
      type="checkbox"
      legend={legend}
      choices={numbers.map((number) => ({ value: number, label: number }))}
      chosen={areChosen ? numbers : []}
      columns
    />
  );
}
