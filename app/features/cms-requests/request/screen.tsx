import {
  useActionData,
  useLoaderData,
  useLocation,
  useRouteLoaderData,
} from "@remix-run/react";
import { lazyComponent } from "~/rendering/lazy-component";
import type { loadReportList } from "../list/load-report-list.server";
import { type RequestAnswer } from "./request-form";
import { REQUEST_SHEET_ID, listSearch } from "./request-address";
import type { loadRequestForm } from "./request-report.server";

/** Lazy, because the form is larger than a page may load before it is usable. */
const RequestDrawer = lazyComponent(
  () => import("./request-drawer"),
  (chunk) => chunk.RequestDrawer,
  REQUEST_SHEET_ID,
);

export function RequestScreen() {
  const data = useLoaderData<typeof loadRequestForm>();
  // Of the list under the drawer; missing if it failed to load.
  const list = useRouteLoaderData<typeof loadReportList>(
    "routes/reports.cms-qies-reports",
  );
  return (
    <RequestDrawer
      {...data}
      census={list?.view.census ?? null}
      answer={useActionData<RequestAnswer>() ?? null}
      listQuery={listSearch(useLocation().search)}
    />
  );
}
