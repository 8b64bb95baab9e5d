import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import {
  loadMetricData,
  pageOfDownload,
} from "~/features/profile/load/load-metric-data.server";
import { fileLoader } from "~/features/shell/answer-file.server";

export const loader = fileLoader(
  ({ request, params }) => loadMetricData(request, params),
  (status, { request, params }) =>
    status === 400
      ? {
          href: pageOfDownload(request, params),
          text: DOWNLOAD_TEXTS.backToProfile,
        }
      : undefined,
);
