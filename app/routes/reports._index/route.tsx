import type { MetaFunction } from "@remix-run/node";
import { openReportsWords } from "~/features/embedded-reports/rules/open-reports-words";
import { pageTitle } from "~/features/shell/page-title";
import type { loadReports } from "~/features/embedded-reports/reports.server";

export { links } from "~/reports-and-users-sheet";
export { loadReports as loader } from "~/features/embedded-reports/reports.server";
export { ReportsScreen as default } from "~/features/embedded-reports/list/screen";

export const meta: MetaFunction<typeof loadReports> = ({ matches, data }) => {
  const { title } = openReportsWords;
  const hasFailed = data?.view.state === "error";
  return [{ title: pageTitle(matches, title, hasFailed) }];
};
