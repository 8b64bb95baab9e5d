import type { LoaderFunctionArgs } from "@remix-run/node";
import { auditWords } from "~/domain/audit/audit-words";
import { errorDocument } from "~/features/shell/error-document.server";
import { loadAuditFile, trailOfFile } from "./load-audit-file.server";

/** The events of the audit trail, to save as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  // Whether there is a file is known only when it is made.
  if (request.method !== "GET") {
    return new Response(null, { status: 405, headers: { Allow: "GET" } });
  }
  try {
    return await loadAuditFile(request);
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status < 400) throw thrown;
    const back = { href: trailOfFile(request), text: auditWords.backToTrail };
    return errorDocument(thrown, thrown.status === 400 ? back : undefined);
  }
}
