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
 * Answers with all events of the filters as a file, for whoever may open the audit trail. What it throws says what to do
 * instead: login (and then the trail), 403, or 400 for filters that the trail would have put right. Where there is
 * nothing, it cannot be read, or enough files are being made (429), it leads back to the trail with a notice.
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

/** The page that a file belongs to, under the filters that it was asked for with. */
export function trailOfFile(request: Request): string {
  return auditHref(auditTrail, readPage(request).filters);
}

function readPage(request: Request) {
  return readAuditPage(
    new URL(request.url).searchParams,
    newYorkDay(new Date()),
  );
}
