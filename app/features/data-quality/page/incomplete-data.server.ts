import type { LoaderFunctionArgs } from "@remix-run/node";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { INCOMPLETE_DATA_ROWS } from "./incomplete-data-rows.data";
import { requireScreen } from "~/session/screen.server";

export async function loadIncompleteData({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const crumbs = [dashboardCrumb(signedIn.user.viewer)];
  return { crumbs, rows: INCOMPLETE_DATA_ROWS };
}
