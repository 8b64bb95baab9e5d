import type { LoaderFunctionArgs } from "@remix-run/node";
import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import {
  loadMetricData,
  pageOfDownload,
} from "~/features/profile/load/load-metric-data.server";
import { errorDocument } from "~/features/shell/error-document.server";

/** The rows behind a figure, to save as a CSV file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  // Whether there is a file is known only when it is made: Remix would ask for all of it to answer with its head.
  if (request.method !== "GET") {
    return new Response(null, { status: 405, headers: { Allow: "GET" } });
  }
  try {
    return await loadMetricData(request, params);
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status < 400) throw thrown;
    const back = {
      href: pageOfDownload(request, params),
      text: DOWNLOAD_TEXTS.backToProfile,
    };
    return errorDocument(thrown, thrown.status === 400 ? back : undefined);
  }
}
