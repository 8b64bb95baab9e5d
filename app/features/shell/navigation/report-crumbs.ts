import type { Viewer } from "~/domain/access/viewer";
import { openReportsWords } from "~/features/embedded-reports/rules/open-reports-words";
import { paths } from "~/paths";
import type { Crumb } from "~/ui/breadcrumbs";
import { dashboardCrumb } from "./first-crumbs";

export const reportsCrumb: Crumb = {
  label: openReportsWords.title,
  href: paths.reports,
};

export function reportCrumbs(viewer: Viewer, title: string): Crumb[] {
  return [
    dashboardCrumb(viewer),
    reportsCrumb,
    { label: title, current: true },
  ];
}
