import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportListWords } from "~/features/cms-requests/rules/report-list";
import { answerFile } from "~/features/shell/answer-file.server";
import {
  listOfFile,
  loadReportFile,
} from "~/features/cms-requests/list/load-report-list.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return answerFile(
    request,
    () => loadReportFile(request, params.id ?? ""),
    (status) =>
      status !== 403
        ? { href: listOfFile(request), text: reportListWords.backToList }
        : undefined,
  );
}
