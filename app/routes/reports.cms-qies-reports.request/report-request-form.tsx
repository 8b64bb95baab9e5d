import { Form } from "@remix-run/react";
import { useCallback, useRef, useState, type FormEvent } from "react";
import { newYorkDay, type IsoDay } from "~/domain/calendar";
import { censusAboutText } from "~/domain/qies/census-report-words";
import { isOfPeriod, type CensusDays } from "~/domain/qies/census-warnings";
import { FIELD_NAMES, type FieldName } from "~/domain/qies/report-fields";
import { QIES_REPORT_TYPES, findOfferedType } from "~/domain/qies/report-types";
import {
  checkRequest,
  shownFields,
  type FieldErrors,
} from "~/domain/qies/request-rules";
import { requestWords } from "~/domain/qies/request-words";
import { heldBy } from "~/domain/qies/typed-values";
import { CsrfField } from "~/ui/csrf-field";
import { paths, withSearch } from "~/paths";
import { Button } from "~/ui/button";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import { SelectField } from "~/ui/field";
import { UnsentLine } from "~/ui/unsent-line";
import { useHydrated } from "~/ui/hydration";
import { UPDATE_PARAMETER, updateButton } from "~/ui/update-only";
import { CensusReportNote, CensusWarnings } from "./census-notes";
import { REQUEST_SHEET_ID } from "./request-address";
import { ReportFields } from "./report-fields";
import {
  FORM_FIELDS,
  fieldId,
  readRequestForm,
  type FormView,
  type RequestAnswer,
} from "./request-form";

export const REQUEST_FORM_ID = "request-form";

export interface ReportRequestFormProps {
  today: IsoDay;
  facilities: readonly { id: number; name: string }[];
  /** The days of the census that the reports are made from; null where they come from CMS. */
  census: CensusDays | null;
  /** What the form holds where its fields are new; they keep what is typed into them themselves. */
  view: FormView;
  setView: (view: FormView) => void;
  /** What is said of entries that were put back. */
  told: string | null;
  /** What the server said of the last attempt. */
  answer: RequestAnswer | null;
  /** Query of the list that lies under it, with its question mark; empty where there is none. */
  listQuery: string;
  csrfToken: string | null;
  /** A request is on its way: a second click sends no other. */
  isSending: boolean;
}

/** The form of the drawer: the report first, then what belongs to it (R190). */
export function ReportRequestForm({
  today,
  facilities,
  census,
  view,
  setView,
  told,
  answer,
  listQuery,
  csrfToken,
  isSending,
}: ReportRequestFormProps) {
  const isHydrated = useHydrated();
  const element = useRef<HTMLFormElement | null>(null);
  // What was found here holds until the server has said something newer.
  const [checked, setChecked] = useState<{
    fieldErrors: FieldErrors;
    after: RequestAnswer | null;
  } | null>(null);

  function adapt() {
    if (element.current) {
      setView(readRequestForm(new FormData(element.current), today).view);
    }
  }
  // Somebody may have chosen before scripts were here; an effect would come after the dialog has a form of its own.
  const takeOver = useCallback(
    (form: HTMLFormElement | null) => {
      element.current = form;
      if (form) setView(readRequestForm(new FormData(form), today).view);
    },
    [today, setView],
  );

  function checkBeforeSending(event: FormEvent<HTMLFormElement>) {
    if (isSending) return event.preventDefault();
    const { values } = readRequestForm(
      new FormData(event.currentTarget),
      today,
    );
    // It may be past midnight by now; the server's clock has the last word.
    const now = newYorkDay(new Date());
    const { errors } = checkRequest(values, {
      today: now > today ? now : today,
      userId: 0,
      facilityIds: facilities.map(({ id }) => id),
    });
    if (errors) event.preventDefault();
    setChecked({ fieldErrors: errors ?? {}, after: answer });
  }

  const type = findOfferedType(heldBy(view.values, "reportType"));
  const shown = type ? shownFields(type, view.values) : [];
  const names = ["reportType", "facility", ...shown.map(({ name }) => name)];
  const attempt: Pick<RequestAnswer, "error" | "fieldErrors"> | null =
    checked?.after === answer ? checked : answer;
  // What was wrong with a field that is gone is no matter any more.
  const problems = FIELD_NAMES.flatMap((name): SummaryError[] => {
    const text = attempt?.fieldErrors[name];
    return text && names.includes(name)
      ? [{ text, fieldId: fieldId(name) }]
      : [];
  });
  const ofForm = attempt?.error === undefined ? [] : [{ text: attempt.error }];
  const fieldErrors = attempt?.fieldErrors ?? {};
  const errorOf = (name: FieldName) => fieldErrors[name] ?? null;
  return (
    <Form
      ref={takeOver}
      id={REQUEST_FORM_ID}
      aria-label={requestWords.title}
      method="post"
      action={hrefOf(listQuery, isHydrated)}
      // Without scripts the browser's own check is all there is before the server's.
      noValidate={isHydrated}
      preventScrollReset
      onSubmit={checkBeforeSending}
      onChange={({ target }) => {
        if (isDecisive(target)) adapt();
      }}
      className="max-w-drawer"
    >
      <CsrfField token={csrfToken} />
      {isHydrated ? null : (
        // Enter in a field means the first button of a form. Text browsers do not tie the one below to it either.
        <button
          type="submit"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        >
          {requestWords.submit}
        </button>
      )}
      <input
        type="hidden"
        name={FORM_FIELDS.shown}
        value={shown.map(({ name }) => name).join(" ")}
      />
      <div className="space-y-4">
        <ErrorSummary errors={[...ofForm, ...problems]} attempt={attempt} />
        <UnsentLine told={answer ? null : told} />
        {census ? (
          <p className="text-sm text-muted">
            {censusAboutText(census.firstDay)}
          </p>
        ) : null}
        <SelectField
          id={fieldId("reportType")}
          name="reportType"
          label={requestWords.reportType}
          error={errorOf("reportType")}
          defaultValue={heldBy(view.values, "reportType")}
          aria-required
        >
          <option value="">{requestWords.selectReportType}</option>
          {QIES_REPORT_TYPES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          id={fieldId("facility")}
          name="facility"
          label={requestWords.facility}
          error={errorOf("facility")}
          defaultValue={heldBy(view.values, "facility")}
          aria-required
        >
          {facilities.length === 1 ? null : (
            <option value="">{requestWords.selectFacility}</option>
          )}
          {facilities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {census ? <CensusReportNote type={type} /> : null}
        {type && shown.length === 0 ? (
          <p className="text-sm text-muted">{requestWords.nothingElse}</p>
        ) : null}
        <ReportFields
          fields={shown}
          view={view}
          errors={fieldErrors}
          updateHref={hrefOf(listQuery, isHydrated, true)}
        />
        {census ? (
          <CensusWarnings census={census} type={type} values={view.values} />
        ) : null}
        {isHydrated ? null : (
          <div className="scripted:hidden">
            <Button
              {...updateButton(
                hrefOf(listQuery, isHydrated, true),
                requestWords.showFields,
              )}
              aria-describedby="show-fields-hint"
            />
            <p id="show-fields-hint" className="mt-1 text-sm text-muted">
              {requestWords.showFieldsHint}
            </p>
          </div>
        )}
      </div>
    </Form>
  );
}

/** Without scripts the answer is a page anew, and lands where the form is. */
function hrefOf(listQuery: string, isHydrated: boolean, isUpdate = false) {
  const query = new URLSearchParams(listQuery);
  if (isUpdate) query.set(UPDATE_PARAMETER, "1");
  const anchor = isHydrated ? "" : `#${REQUEST_SHEET_ID}`;
  return withSearch(paths.requestCmsReport, query) + anchor;
}

/** Fields that others hang on, and those that the census may not reach. */
const DECISIVE = new Set<string>([
  "reportType",
  ...QIES_REPORT_TYPES.flatMap(({ fields }) =>
    fields.filter(isOfPeriod).map(({ name }) => name),
  ),
  ...QIES_REPORT_TYPES.flatMap(({ fields }) =>
    fields.flatMap((field) => [
      ...(field.shownWhen ? [field.shownWhen.field] : []),
      ...(field.kind === "many" && "of" in field.options
        ? [field.options.dependsOn]
        : []),
    ]),
  ),
]);

function isDecisive(target: EventTarget): boolean {
  return (
    (target instanceof HTMLSelectElement ||
      target instanceof HTMLInputElement) &&
    DECISIVE.has(target.name)
  );
}
