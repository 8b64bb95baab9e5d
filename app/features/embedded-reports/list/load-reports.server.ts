import type { LoaderFunctionArgs } from "@remix-run/node";
import { openReports } from "../rules/open-reports";
import { mayRequestCmsReports } from "~/features/cms-requests/rules/cms-reports-access";
import { readReports } from "../read-reports.server";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import type { ReportsView } from "./reports-view";

export async function loadReports({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  return {
    view: await viewFor(signedIn),
    crumbs: [dashboardCrumb(signedIn.user.viewer)],
  };
}

async function viewFor({
  user: { viewer },
  call,
}: SignedIn): Promise<ReportsView> {
  const list = await readReports(call);
  if (list.state === "error") return { state: "error", message: list.message };
  const reports = openReports(list.reports, viewer);
  return reports.length === 0
    ? { state: "empty" }
    : { state: "data", reports, mayRequest: mayRequestCmsReports(viewer) };
}
