import { useState } from "react";
import { requestWords } from "~/features/cms-requests/rules/request-words";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { Sheet, SheetClose } from "~/ui/sheet";
import { REQUEST_SHEET_ID } from "./request-address";
import {
  REQUEST_FORM_ID,
  ReportRequestForm,
  type ReportRequestFormProps,
} from "./report-request-form";
import type { FormView } from "./request-form";
import { useNavigationNow } from "~/ui/navigation";

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
