import { reportListWords } from "~/features/cms-requests/rules/report-list";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadReportList as loader } from "~/features/cms-requests/list/load-report-list.server";
export { CmsReportsScreen as default } from "~/features/cms-requests/list/screen";

export const meta = titledAsLoaded(reportListWords.title);
