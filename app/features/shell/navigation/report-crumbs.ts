import type { Viewer } from "~/domain/access/viewer";
import { openReportsWords } from "~/features/embedded-reports/rules/open-reports-words";
import { paths } from "~/paths";
import type { Crumb } from "~/ui/breadcrumbs";
import { dashboardCrumb } from "./first-crumbs";

/** The list of reports, on the way down to one of them. */
export const reportsCrumb: Crumb = {
  label: openReportsWords.title,
  href: paths.reports,
};

/** The way down to a report with a page of its own. */
export function reportCrumbs(viewer: Viewer, title: string): Crumb[] {
  return [
    dashboardCrumb(viewer),
    reportsCrumb,
    { label: title, current: true },
  ];
}
