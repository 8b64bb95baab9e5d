import type { MetaFunction } from "@remix-run/node";
import { reportAccessWords as words } from "~/features/embedded-reports/rules/report-access-words";
import { pageTitle } from "~/features/shell/page-title";
import type { loadReportsConfig } from "~/features/embedded-reports/access/access-form.server";

export { links } from "~/reports-and-users-sheet";
export {
  loadReportsConfig as loader,
  saveAccess as action,
} from "~/features/embedded-reports/access/access-form.server";
export { ReportsConfigScreen as default } from "~/features/embedded-reports/access/access-grid";

export const meta: MetaFunction<typeof loadReportsConfig> = ({
  matches,
  data,
}) => {
  const hasFailed = data?.grid.state === "error";
  return [{ title: pageTitle(matches, words.title, hasFailed) }];
};
