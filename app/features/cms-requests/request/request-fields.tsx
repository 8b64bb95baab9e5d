import {
  censusAboutText,
  censusReportText,
} from "../rules/census-report-words";
import { type CensusDays, censusWarnings } from "../rules/census-warnings";
import {
  findOfferedType,
  QIES_REPORT_TYPES,
  type QiesReportType,
} from "../rules/report-types";
import { type FieldErrors, shownFields } from "../rules/request-rules";
import { requestWords } from "../rules/request-words";
import { heldBy, type TypedValues } from "../rules/typed-values";
import { SelectField } from "~/ui/field";
import { UpdateButton } from "~/ui/form-buttons";
import { NoticeBox } from "~/ui/notice";
import { ReportFields } from "./report-fields";
import { fieldId, type FormView } from "./request-form";

interface RequestFieldsProps {
  facilities: readonly { id: number; name: string }[];
  census: CensusDays | null;
  view: FormView;
  errors: FieldErrors;
  updateHref: string;
}

/** Report, facility, and the fields of the chosen report. */
export function RequestFields({
  facilities,
  census,
  view,
  errors,
  updateHref,
}: RequestFieldsProps) {
  const type = findOfferedType(heldBy(view.values, "reportType"));
  const fields = type ? shownFields(type, view.values) : [];
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
      {census ? <CensusReportNote type={type} /> : null}
      {type && fields.length === 0 ? (
        <p className="text-sm text-muted">{requestWords.nothingElse}</p>
      ) : null}
      <ReportFields
        fields={fields}
        view={view}
        errors={errors}
        updateHref={updateHref}
      />
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
  /** What stands in the field before anything is chosen; null where there is one choice. */
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

/** What a report of this type will hold, since the census has no MDS data. */
function CensusReportNote({ type }: { type: QiesReportType | null }) {
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {type ? censusReportText(type) : null}
    </p>
  );
}

/** Warns where the census does not reach the period that stands in the form. */
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
