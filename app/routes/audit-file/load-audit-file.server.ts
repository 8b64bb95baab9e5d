import { redirect } from "@remix-run/node";
import { getAuditFile } from "~/contract/audit";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { readAuditPage, type AuditFilters } from "~/domain/audit/audit-filters";
import { auditWords } from "~/domain/audit/audit-words";
import { newYorkDay } from "~/domain/calendar";
import { auditHref } from "~/features/audit-trail/audit-href";
import { fileResponse } from "~/http/file-response.server";
import { paths } from "~/paths";
import { guardPage } from "~/session/guard-page.server";
import { requireUser, type SignedIn } from "~/session/require-user.server";

/**
 * Answers with all events of the filters as a file, for whoever may open the audit trail. What it throws says what to do
 * instead: login (and then the trail), 403, or 400 for filters that the trail would have put right. Where there is
 * nothing, the host fails or has no trail, or enough files are being made (429), it leads back to the trail with a notice.
 */
export async function loadAuditFile(request: Request): Promise<Response> {
  const trail = trailOfFile(request);
  // Login leads back to the trail: a file would leave the login form standing on the screen.
  const signedIn = await requireUser(
    new Request(new URL(trail, request.url), { headers: request.headers }),
  );
  await guardPage(signedIn, { page: "audit-trail" });
  const { filters, notes } = readPage(request);
  if (notes.length > 0) throw pageError(400, auditWords.badFilters);
  const { user, action, startDate, endDate } = filters;
  const outcome = await signedIn.download(
    getAuditFile,
    {
      query: {
        user: user ?? undefined,
        action: action ?? undefined,
        from: startDate,
        to: endDate,
      },
    },
    { contentType: "text/csv", signal: request.signal },
  );
  switch (outcome.kind) {
    case "file":
      return fileResponse(request, { ...outcome, name: fileName(filters) });
    case "empty":
      return backTo(trail, signedIn, "info", auditWords.empty);
    case "failure":
      // Nobody is there to be told, and the next page is not the place for it.
      if (outcome.reason === "cancelled") {
        return new Response(null, { status: 204 });
      }
      return backTo(trail, signedIn, "error", wordsOf(outcome));
  }
}

/** The page that a file belongs to, under the filters that it was asked for with. */
export function trailOfFile(request: Request): string {
  return auditHref(paths.auditTrail, readPage(request).filters);
}

function readPage(request: Request) {
  return readAuditPage(
    new URL(request.url).searchParams,
    newYorkDay(new Date()),
  );
}

function fileName({ startDate, endDate }: AuditFilters): string {
  return `audit-trail-from-${startDate}-${endDate}.csv`;
}

/** The user's own limit passes by itself: they stay where they can try again. */
const TOO_MANY = 429;

/** What is said of a failure; a refusal of the host replaces the page, as it would the trail. */
function wordsOf({ status, message, error, reason }: CallFailure): string {
  const words = message ?? error;
  if (status === 404) return auditWords.missing;
  if (status >= 400 && status < 500 && status !== TOO_MANY) {
    throw pageError(status, words);
  }
  if (reason === "shape") return auditWords.noFile;
  return words ?? auditWords.noFile;
}

async function backTo(
  trail: string,
  { notices }: SignedIn,
  tone: "info" | "error",
  text: string,
): Promise<Response> {
  await notices.add({ tone, text }, trail);
  return redirect(trail);
}
