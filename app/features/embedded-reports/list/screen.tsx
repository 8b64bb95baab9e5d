import { useLoaderData } from "@remix-run/react";
import { openReportsWords } from "../rules/open-reports-words";
import { paths, reportPath } from "~/paths";
import { unreadNotesReport } from "~/report-paths";
import { PageHead } from "~/ui/page-head";
import { EmptyState, ErrorState } from "~/ui/states";
import type { loadReports } from "../reports.server";
import { PageLink } from "~/ui/page-link";
import { unreadNotesText } from "~/features/after-hours/rules/words";
import { REQUEST_REPORT } from "~/features/cms-requests/rules/request-link-words";
import { useShellData } from "~/features/shell/shell-data";
import { Chip } from "~/ui/chip";

export function ReportsScreen() {
  const { view, crumbs } = useLoaderData<typeof loadReports>();
  const { title, empty } = openReportsWords;
  const unread = useShellData()?.reports?.unread;
  return (
    <>
      <PageHead
        title={title}
        crumbs={[...crumbs, { label: title, current: true }]}
      />
      {view.state === "data" ? (
        <ul className="report-cards">
          {view.reports.map(({ slug, title: name, purpose }) => {
            const href = reportPath(slug);
            const isCounted = unread && `${href}/` === paths.afterHoursReport;
            return (
              <li key={slug}>
                <h2>
                  <PageLink to={isCounted ? unreadNotesReport : href}>
                    {name}
                  </PageLink>
                </h2>
                <p>{purpose}</p>
                {isCounted ? (
                  <p>
                    <Chip tone="warn">{unreadNotesText(unread)}</Chip>
                  </p>
                ) : null}
                {href === paths.cmsReports && view.mayRequest ? (
                  <PageLink to={paths.requestCmsReport} className="action-link">
                    {REQUEST_REPORT}
                  </PageLink>
                ) : null}
              </li>
            );
          })}
        </ul>
      ) : null}
      {view.state === "empty" ? <EmptyState message={empty} /> : null}
      {view.state === "error" ? (
        <ErrorState message={view.message} retryHref={paths.reports} />
      ) : null}
    </>
  );
}
