import { landingPageFor } from "~/domain/access/landing";
import type { Viewer } from "~/domain/access/viewer";
import { userTitles } from "~/features/users/rules/titles";
import { paths } from "~/paths";
import type { Crumb } from "~/ui/breadcrumbs";

/** 'Dashboard', a link home for those whose home shows figures or the way to them: it is text for user administrators. */
export function dashboardCrumb(viewer: Viewer): Crumb {
  const hasDashboard = landingPageFor(viewer).page !== "users";
  return { label: "Dashboard", ...(hasDashboard && { href: paths.home }) };
}

/** The way to a page of administration, which lies below the list of users. */
export function administrationCrumbs(title: string): Crumb[] {
  return [
    { label: userTitles.all, href: paths.users },
    { label: title, current: true },
  ];
}
