import { useCallback, useState } from "react";
import { type IsoDay, newYorkDay } from "~/domain/calendar";
import { type CensusDays, isOfPeriod } from "../rules/census-warnings";
import { FIELD_NAMES, type FieldName } from "../rules/report-fields";
import { findOfferedType, QIES_REPORT_TYPES } from "../rules/report-types";
import { checkRequest, shownFields } from "../rules/request-rules";
import { requestWords } from "../rules/request-words";
import { heldBy } from "../rules/typed-values";
import { paths, withSearch } from "~/paths";
import { useHydrated } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import {
  ErrorSummary,
  fieldLines,
  type SummaryError,
} from "~/ui/error-summary";
import { EnterButton } from "~/ui/form-buttons";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { Sheet, SheetClose } from "~/ui/sheet";
import { UnsentLine } from "~/ui/unsent-line";
import { isFieldIn, UPDATE_PARAMETER } from "~/ui/update-only";
import { useBrowserCheck } from "~/ui/use-browser-check";
import { REQUEST_SHEET_ID } from "./request-address";
import { RequestFields } from "./request-fields";
import {
  fieldId,
  FORM_FIELDS,
  type FormView,
  readRequestForm,
  type RequestAnswer,
} from "./request-form";

/** The form that asks for a CMS report: the report first, then what belongs to it (R179). */
export function RequestDrawer({
  form,
  ...props
}: Omit<ReportRequestFormProps, "view" | "setView" | "isSending"> & {
  /** What the form holds at first. */
  form: FormView;
}) {
  const { listQuery, answer } = props;
  // Here and not in the form, which is another one once scripts have made a dialog of its sheet.
  const [view, setView] = useState(answer?.repopulateFields ?? form);
  const isSending = useNavigationNow().state === "submitting";
  return (
    <Sheet
      id={REQUEST_SHEET_ID}
      kind="drawer"
      title={requestWords.title}
      closeHref={paths.cmsReports + listQuery}
      returnFocusTo="request-cms-report"
      footer={
        <>
          <SheetClose>{requestWords.close}</SheetClose>
          <Button
            form={REQUEST_FORM_ID}
            variant="primary"
            aria-disabled={isSending}
          >
            {requestWords.submit}
          </Button>
        </>
      }
    >
      <ReportRequestForm
        {...props}
        view={view}
        setView={setView}
        isSending={isSending}
      />
    </Sheet>
  );
}

const REQUEST_FORM_ID = "request-form";

interface ReportRequestFormProps {
  today: IsoDay;
  facilities: readonly { id: number; name: string }[];
  /** The days of the census that the reports are made from; null where they come from CMS. */
  census: CensusDays | null;
  /** What the form holds where its fields are new; they keep what is typed into them themselves. */
  view: FormView;
  setView: (view: FormView) => void;
  /** What is said of entries that were put back. */
  unsent: string | null;
  /** What the server said of the last attempt. */
  answer: RequestAnswer | null;
  /** Query of the list that lies under it, with its question mark; empty where there is none. */
  listQuery: string;
  /** A request is on its way: a second click sends no other. */
  isSending: boolean;
}

/** The form of the drawer: the report first, then what belongs to it (R190). */
function ReportRequestForm({
  today,
  facilities,
  census,
  view,
  setView,
  unsent,
  answer,
  listQuery,
  isSending,
}: ReportRequestFormProps) {
  const isHydrated = useHydrated();
  const { result, attempt, checkBeforeSending } = useRequestCheck({
    today,
    facilities,
    answer,
    isSending,
  });
  // Somebody may have chosen before scripts were here; an effect would come after the dialog has a form of its own.
  const readFields = useCallback(
    (form: HTMLFormElement | null) => {
      if (form) setView(readRequestForm(new FormData(form), today).view);
    },
    [today, setView],
  );

  const shown = fieldsOf(view);
  return (
    <PageForm
      ref={readFields}
      id={REQUEST_FORM_ID}
      aria-label={requestWords.title}
      method="post"
      action={hrefOf(listQuery, isHydrated)}
      // Scripts replace the browser's own validation.
      noValidate={isHydrated}
      preventScrollReset
      onSubmit={checkBeforeSending}
      onChange={({ target, currentTarget }) => {
        if (isFieldIn(DECISIVE, target)) readFields(currentTarget);
      }}
      className="max-w-drawer"
    >
      <EnterButton>{requestWords.submit}</EnterButton>
      <input type="hidden" name={FORM_FIELDS.shown} value={shown.join(" ")} />
      <div className="space-y-4">
        <ErrorSummary errors={problemsOf(result, shown)} attempt={attempt} />
        <UnsentLine unsent={answer ? null : unsent} />
        <RequestFields
          facilities={facilities}
          census={census}
          view={view}
          errors={result?.fieldErrors ?? {}}
          updateHref={hrefOf(listQuery, isHydrated, true)}
        />
      </div>
    </PageForm>
  );
}

type Result = Pick<RequestAnswer, "error" | "fieldErrors">;

/** What is wrong with the form: the browser finds what it can before the server is asked. */
function useRequestCheck({
  today,
  facilities,
  answer,
  isSending,
}: Pick<
  ReportRequestFormProps,
  "today" | "facilities" | "answer" | "isSending"
>) {
  const { checked, checkBeforeSending } = useBrowserCheck<
    FieldName,
    RequestAnswer | null
  >(answer, isSending, (form) => {
    // It may be past midnight by now; the server's clock has the last word.
    const now = newYorkDay(new Date());
    return checkRequest(readRequestForm(form, today).values, {
      today: now > today ? now : today,
      userId: 0,
      facilityIds: facilities.map(({ id }) => id),
    }).errors;
  });
  const result: Result | null = checked ?? answer;
  const attempt = checked?.attempt ?? answer;
  return { result, attempt, checkBeforeSending };
}

/** Names of the fields of the chosen report. */
function fieldsOf({ values }: FormView): FieldName[] {
  const type = findOfferedType(heldBy(values, "reportType"));
  return type ? shownFields(type, values).map(({ name }) => name) : [];
}

/** What is wrong with a field that is gone is no matter any more. */
function problemsOf(
  result: Result | null,
  shown: readonly FieldName[],
): SummaryError[] {
  if (result === null) return [];
  const names = FIELD_NAMES.filter((name) =>
    ["reportType", "facility", ...shown].includes(name),
  );
  return [
    ...(result.error === undefined ? [] : [{ text: result.error }]),
    ...fieldLines(names, result.fieldErrors, fieldId),
  ];
}

/** Without scripts the answer is a new page, which should open at the form. */
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
