import { useCallback, useState } from "react";
import { type IsoDay, newYorkDay } from "~/domain/calendar";
import type { QiesCensus } from "~/contract/qies-reports";
import {
  FIELD_NAMES,
  type FieldName,
  heldBy,
  type TypedValues,
} from "../rules/report-fields";
import { findReportType } from "../rules/report-types";
import { checkRequest, shownFields } from "../rules/request-rules";
import { requestWords } from "../rules/request-words";
import { paths, withSearch } from "~/paths";
import { useHydrated } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import { ErrorSummary, fieldLines } from "~/ui/error-summary";
import { EnterButton } from "~/ui/form-buttons";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { Sheet, SheetClose } from "~/ui/sheet";
import { UnsentLine } from "~/ui/unsent-line";
import { UPDATE_PARAMETER } from "~/ui/update-only";
import { useBrowserCheck } from "~/ui/use-browser-check";
import {
  fieldId,
  FORM_FIELDS,
  readRequestForm,
  type RequestAnswer,
} from "./request-form";
import { REQUEST_SHEET_ID } from "./request-address";
import { RequestFields } from "./request-fields";

export function RequestDrawer({
  form,
  ...props
}: Omit<ReportRequestFormProps, "values" | "setValues" | "isSending"> & {
  form: TypedValues;
}) {
  const { listQuery, answer } = props;
  // State lives here, because the sheet remounts the form when scripts turn it into a dialog.
  const [values, setValues] = useState(answer?.repopulateFields ?? form);
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
      <ReportRequestForm {...props} {...{ values, setValues, isSending }} />
    </Sheet>
  );
}

const REQUEST_FORM_ID = "request-form";

interface ReportRequestFormProps {
  today: IsoDay;
  facilities: readonly { id: number; name: string }[];
  /** Null if the reports come from CMS. */
  census: QiesCensus | null;
  /** Used when fields mount; mounted fields keep their own text. */
  values: TypedValues;
  setValues: (values: TypedValues) => void;
  unsent: string | null;
  answer: RequestAnswer | null;
  listQuery: string;
  isSending: boolean;
}

function ReportRequestForm(props: ReportRequestFormProps) {
  const { today, facilities, census, values, setValues, answer } = props;
  const isHydrated = useHydrated();
  const { checked, checkBeforeSending } = useBrowserCheck<
    FieldName,
    RequestAnswer | null
  >(answer, props.isSending, (form) => {
    // It may be past midnight by now; the server's clock has the last word.
    const now = newYorkDay(new Date());
    return checkRequest(readRequestForm(form, today).values, {
      today: now > today ? now : today,
      userId: 0,
      facilityIds: facilities.map(({ id }) => id),
    }).errors;
  });
  const { fieldErrors = {} } = checked ?? answer ?? {};
  const error = checked ? undefined : answer?.error;
  // A ref, not an effect: somebody may have chosen before scripts ran, and an effect runs after the dialog has
  // replaced the form.
  const readFields = useCallback(
    (form: HTMLFormElement | null) => {
      if (form) setValues(readRequestForm(new FormData(form), today).values);
    },
    [today, setValues],
  );

  const type = findReportType(heldBy(values, "reportType"));
  const fields = type ? shownFields(type, values) : [];
  const shown = fields.map(({ name }) => name);
  // Errors of fields that are gone no longer matter.
  const names = FIELD_NAMES.filter((name) =>
    ["reportType", "facility", ...shown].includes(name),
  );
  return (
    <PageForm
      ref={readFields}
      id={REQUEST_FORM_ID}
      aria-label={requestWords.title}
      method="post"
      action={hrefOf(props.listQuery, isHydrated)}
      noValidate={isHydrated}
      preventScrollReset
      onSubmit={checkBeforeSending}
      onChange={({ currentTarget }) => readFields(currentTarget)}
      className="max-w-drawer"
    >
      <EnterButton>{requestWords.submit}</EnterButton>
      <input type="hidden" name={FORM_FIELDS.shown} value={shown.join(" ")} />
      <div className="space-y-4">
        <ErrorSummary
          errors={[
            ...(error === undefined ? [] : [{ text: error }]),
            ...fieldLines(names, fieldErrors, fieldId),
          ]}
          attempt={checked?.attempt ?? answer}
        />
        <UnsentLine unsent={answer ? null : props.unsent} />
        <RequestFields
          facilities={facilities}
          census={census}
          errors={fieldErrors}
          {...{ values, type, fields }}
          updateHref={hrefOf(props.listQuery, isHydrated, true)}
        />
      </div>
    </PageForm>
  );
}

/** The answer without scripts is a new page, which opens at the form. */
function hrefOf(listQuery: string, isHydrated: boolean, isUpdate = false) {
  const query = new URLSearchParams(listQuery);
  if (isUpdate) query.set(UPDATE_PARAMETER, "1");
  const anchor = isHydrated ? "" : `#${REQUEST_SHEET_ID}`;
  return withSearch(paths.requestCmsReport, query) + anchor;
}
