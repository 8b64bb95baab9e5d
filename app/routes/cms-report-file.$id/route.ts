import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportListWords } from "~/domain/qies/report-list-words";
import { errorDocument } from "~/features/shell/error-document.server";
import { listOfFile, loadReportFile } from "./load-report-file.server";

/** A finished CMS report, to save as a PDF file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  // Whether there is a file is known only when it is fetched: Remix would ask for all of it to answer with its head.
  if (request.method !== "GET") {
    return new Response(null, { status: 405, headers: { Allow: "GET" } });
  }
  try {
    return await loadReportFile(request, params.id ?? "");
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status < 400) throw thrown;
    const back = {
      href: listOfFile(request),
      text: reportListWords.backToList,
    };
    return errorDocument(thrown, thrown.status === 403 ? undefined : back);
  }
}
