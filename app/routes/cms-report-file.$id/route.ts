import {
  listOfFile,
  loadReportFile,
} from "~/features/cms-requests/list/load-report-list.server";
import { reportListWords } from "~/features/cms-requests/rules/report-list";
import { fileLoader } from "~/features/shell/answer-file.server";

export const loader = fileLoader(
  ({ request, params }) => loadReportFile(request, params.id ?? ""),
  (status, { request }) =>
    status !== 403
      ? { href: listOfFile(request), text: reportListWords.backToList }
      : undefined,
);
