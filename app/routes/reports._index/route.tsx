import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openReportsWords } from "~/features/embedded-reports/rules/open-reports-words";
import { pageTitle } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { PageHead } from "~/ui/page-head";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { loadReports } from "~/features/embedded-reports/reports.server";
import { ReportCards } from "~/features/embedded-reports/list/report-cards";

export { links } from "~/reports-and-users-sheet";
export { loadReports as loader };

export const meta: MetaFunction<typeof loadReports> = ({ matches, data }) => {
  const { title } = openReportsWords;
  const hasFailed = data?.view.state === "error";
  return [{ title: pageTitle(matches, title, hasFailed) }];
};

export default function ReportsRoute() {
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
