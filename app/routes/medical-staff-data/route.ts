import type { LoaderFunctionArgs } from "@remix-run/node";
import { staffWords } from "~/domain/medical-staff/words";
import { errorDocument } from "~/features/shell/error-document.server";
import {
  loadMedicalStaffData,
  reportOfDownload,
} from "./load-medical-staff-data.server";

/** The rows of the medical staff report, to save as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  // Whether there is a file is known only when it is made.
  if (request.method !== "GET") return notAllowed();
  try {
    return await loadMedicalStaffData(request);
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status < 400) throw thrown;
    return errorDocument(
      thrown,
      thrown.status === 400
        ? { href: reportOfDownload(request), text: staffWords.backToReport }
        : undefined,
    );
  }
}

export const action = notAllowed;

function notAllowed() {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}
