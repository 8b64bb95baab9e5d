import type { MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useLocation,
  useRouteLoaderData,
} from "@remix-run/react";
import type { CensusDays } from "~/features/cms-requests/rules/census-warnings";
import { requestWords } from "~/features/cms-requests/rules/request-words";
import { formPageTitle } from "~/features/shell/form-page-title";
import { lazyComponent } from "~/rendering/lazy-component";
import {
  REQUEST_SHEET_ID,
  listSearch,
} from "~/features/cms-requests/request/request-address";
import type { RequestAnswer } from "~/features/cms-requests/request/request-form";
import {
  loadRequestForm,
  requestReport,
} from "~/features/cms-requests/request/request-report.server";

export { links } from "~/reports-and-users-sheet";

/** Lazy, because the form is larger than a page may load before it is usable. */
const RequestDrawer = lazyComponent(
  () => import("~/features/cms-requests/request/request-drawer"),
  (chunk) => chunk.RequestDrawer,
  REQUEST_SHEET_ID,
);

export { loadRequestForm as loader, requestReport as action };

export const meta: MetaFunction<typeof loadRequestForm> = ({
  matches,
  location,
}) => [{ title: formPageTitle(matches, location.search, requestWords.title) }];

interface ListBelow {
  view: { census: CensusDays | null };
}

/** From the list under the drawer; null if it failed to load. */
function useCensus(): CensusDays | null {
  const list = useRouteLoaderData<ListBelow>("routes/reports.cms-qies-reports");
  return list?.view.census ?? null;
}

export default function RequestCmsReportRoute() {
  const { today, facilities, form, unsent } =
    useLoaderData<typeof loadRequestForm>();
  return (
    <RequestDrawer
      today={today}
      facilities={facilities}
      census={useCensus()}
      form={form}
      unsent={unsent}
      answer={useActionData<RequestAnswer>() ?? null}
      listQuery={listSearch(useLocation().search)}
    />
  );
}
