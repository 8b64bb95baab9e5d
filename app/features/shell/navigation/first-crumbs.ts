import { landingPageFor } from "~/domain/access/landing";
import type { Viewer } from "~/domain/access/viewer";
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
