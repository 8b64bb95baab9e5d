import { pageError } from "~/data/page-error.server";
import { readAuditPage } from "../rules/filters";
import { auditWords } from "../rules/words";
import { newYorkDay } from "~/domain/calendar";
import { auditHref } from "../href";
import { answerDownload } from "~/http/answer-download.server";
import { auditTrail } from "~/audit-paths";
import { requireScreenOfFile } from "~/session/screen.server";
import { auditFile } from "~server/audit/service";

/**
 * All events of the filters as a file. Throws the way to login, 403, and 400 for filters that the page would have
 * corrected. Leads back to the page with a notice if there is nothing or the file cannot be made.
 */
export async function loadAuditFile(request: Request): Promise<Response> {
  const trail = trailOfFile(request);
  const signedIn = await requireScreenOfFile(request, trail);
  const { filters, notes, unknownResident } = readPage(request);
  if (notes.length > 0 || unknownResident)
    throw pageError(400, auditWords.badFilters);
  const { user, action, resident, startDate, endDate } = filters;
  const outcome = await signedIn.downloadOf(
    auditFile,
    {
      user: user ?? undefined,
      action: action ?? undefined,
      resident: resident ?? undefined,
      from: startDate,
      to: endDate,
    },
    { contentType: "text/csv", signal: request.signal },
  );
  return answerDownload(request, signedIn, outcome, {
    name: `audit-trail-from-${startDate}-${endDate}.csv`,
    page: trail,
    empty: auditWords.empty,
    failed: auditWords.noFile,
  });
}

export function trailOfFile(request: Request): string {
  return auditHref(auditTrail, readPage(request).filters);
}

function readPage(request: Request) {
  return readAuditPage(
    new URL(request.url).searchParams,
    newYorkDay(new Date()),
  );
}
