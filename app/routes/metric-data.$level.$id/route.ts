import type { LoaderFunctionArgs } from "@remix-run/node";
import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import {
  loadMetricData,
  pageOfDownload,
} from "~/features/profile/load/load-metric-data.server";
import { answerFile } from "~/features/shell/answer-file.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return answerFile(
    request,
    () => loadMetricData(request, params),
    (status) =>
      status === 400
        ? {
            href: pageOfDownload(request, params),
            text: DOWNLOAD_TEXTS.backToProfile,
          }
        : undefined,
  );
}
