import { PageLink } from "~/ui/page-link";
import {
  reportListWords,
  reportWithPlace,
} from "~/features/cms-requests/rules/report-list-words";
import {
  requestAgainHref,
  type ReportListView,
  type ReportRow,
} from "./report-list-view";

/** Why a report has failed, and the way to request it again. */
export function FailureNote({
  view,
  row,
}: {
  view: ReportListView;
  row: ReportRow;
}) {
  return (
    <div className="mt-1 max-w-form">
      <p>{row.problem ?? reportListWords.noReason}</p>
      {row.canAskAgain ? (
        <PageLink
          to={requestAgainHref(view, row.id)}
          preventScrollReset
          className="row-action print:!hidden"
          aria-label={`${reportListWords.again}: ${reportWithPlace(row)}`}
        >
          {reportListWords.again}
        </PageLink>
      ) : null}
    </div>
  );
}
