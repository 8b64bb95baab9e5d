import { Outlet, useLoaderData } from "@remix-run/react";
import { reportListWords } from "~/features/cms-requests/rules/report-list-words";
import { REQUEST_REPORT } from "~/features/cms-requests/rules/request-link-words";
import { titledAsLoaded } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { PageHead } from "~/ui/page-head";
import { LinkButton } from "~/ui/button";
import { loadReportList } from "~/features/cms-requests/list/load-report-list.server";
import {
  ReportFilters,
  ReportTable,
} from "~/features/cms-requests/list/report-table";
import { reportListHref } from "~/features/cms-requests/list/report-list-view";

export { links } from "~/reports-and-users-sheet";

/** Closing the drawer returns here. */
const REQUEST_LINK_ID = "request-cms-report";

export { loadReportList as loader };

export const meta = titledAsLoaded(reportListWords.title);

export default function CmsReportsRoute() {
  const { view, crumbs } = useLoaderData<typeof loadReportList>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={crumbs}
        title={reportListWords.title}
        aside={
          view.mayRequest ? (
            <LinkButton
              id={REQUEST_LINK_ID}
              variant="primary"
              className="max-w-full !whitespace-normal"
              to={reportListHref(view, { path: paths.requestCmsReport })}
              preventScrollReset
            >
              {REQUEST_REPORT}
            </LinkButton>
          ) : null
        }
      />
      <Outlet />
      <ReportFilters view={view} />
      <ReportTable view={view} />
    </div>
  );
}
