import { landingPageFor } from "~/domain/access/landing";
import type { Viewer } from "~/domain/access/viewer";
import { openReportsWords } from "~/features/embedded-reports/rules/open-reports-words";
import { userTitles } from "~/features/users/rules/titles";
import { paths } from "~/paths";
import type { Crumb } from "~/ui/breadcrumbs";

/** 'Dashboard' links home; it is plain text for account managers, who have no dashboard. */
export function dashboardCrumb(viewer: Viewer): Crumb {
  const hasDashboard = landingPageFor(viewer).page !== "users";
  return { label: "Dashboard", ...(hasDashboard && { href: paths.home }) };
}

export function administrationCrumbs(title: string): Crumb[] {
  return [
    { label: userTitles.all, href: paths.users },
    { label: title, current: true },
  ];
}

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
