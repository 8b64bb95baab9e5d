import { useLoaderData } from "@remix-run/react";
import { openReportsWords } from "../rules/open-reports-words";
import { paths, reportPath } from "~/paths";
import { PageHead } from "~/ui/page-head";
import { EmptyState, ErrorState } from "~/ui/states";
import type { loadReports } from "../reports.server";
import { PageLink } from "~/ui/page-link";
import { unreadNotesText } from "~/features/after-hours/rules/words";
import type { OpenReport } from "../rules/open-reports";
import { REQUEST_REPORT } from "~/features/cms-requests/rules/request-link-words";
import { useShellData } from "~/features/shell/shell-data";
import { Chip } from "~/ui/chip";

export function ReportsScreen() {
  const { view, crumbs } = useLoaderData<typeof loadReports>();
  const { title, empty } = openReportsWords;
  return (
    <>
      <PageHead
        title={title}
        crumbs={[...crumbs, { label: title, current: true }]}
      />
      {view.state === "data" ? <ReportCards {...view} /> : null}
      {view.state === "empty" ? <EmptyState message={empty} /> : null}
      {view.state === "error" ? (
        <ErrorState message={view.message} retryHref={paths.reports} />
      ) : null}
    </>
  );
}

function ReportCards({
  reports,
  mayRequest,
}: {
  reports: OpenReport[];
  mayRequest: boolean;
}) {
  return (
    <ul className="report-cards">
      {reports.map((report) => (
        <li key={report.slug}>
          <ReportCard report={report} mayRequest={mayRequest} />
        </li>
      ))}
    </ul>
  );
}

function ReportCard({
  report: { slug, title, purpose },
  mayRequest,
}: {
  report: OpenReport;
  mayRequest: boolean;
}) {
  const href = reportPath(slug);
  return (
    <>
      <h2>
        <PageLink to={href}>{title}</PageLink>
      </h2>
      <p>{purpose}</p>
      {`${href}/` === paths.afterHoursReport ? <Unread /> : null}
      {href === paths.cmsReports && mayRequest ? (
        <PageLink to={paths.requestCmsReport} className="action-link">
          {REQUEST_REPORT}
        </PageLink>
      ) : null}
    </>
  );
}

function Unread() {
  const unread = useShellData()?.reports?.unread;
  return unread ? (
    <p>
      <Chip tone="warn">{unreadNotesText(unread)}</Chip>
    </p>
  ) : null;
}
