import { redirect } from "@remix-run/node";
import { getReports } from "~/contract/reports";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import {
  guardPage as verdictOn,
  isSentHome,
  needsOrganization,
  needsReports,
  type PageRequest,
} from "~/domain/access/guard";
import { apiHost } from "~/data/upstream.server";
import { paths } from "~/paths";
import { requireUser, type SignedIn } from "./require-user.server";

/** The user of a request, who may open this page; throws what replaces it, login or as {@link guardPage}. */
export async function requireUserFor(
  request: Request,
  page: PageRequest | null,
): Promise<SignedIn> {
  const signedIn = await requireUser(request);
  await guardPage(signedIn, page);
  return signedIn;
}

/**
 * The same for a file that is asked for on a page. Login leads back to that page: a file would leave the login form
 * standing on the screen.
 */
export function requireUserOfFile(
  request: Request,
  from: string,
  page: PageRequest | null,
): Promise<SignedIn> {
  const { headers } = request;
  const asked = new Request(new URL(from, request.url), { headers });
  return requireUserFor(asked, page);
}

/**
 * Lets the user's page through, or throws what replaces it: 403, 404, or the error page where what the rule
 * needs could not be had (R7). A null page is an unknown path.
 */
export async function guardPage(
  signedIn: SignedIn,
  page: PageRequest | null,
): Promise<void> {
  if (page === null || (apiHost && isOurs(page))) throw pageError(404);
  const { viewer } = signedIn.user;
  const [organization, reportIds] = await Promise.all([
    needsOrganization(page) ? signedIn.organization() : null,
    needsReports(page) ? reportIdsOf(signedIn) : null,
  ]);
  const verdict = verdictOn(page, viewer, organization, reportIds);
  if (verdict === "forbidden") throw pageError(403);
  if (verdict === "not-found") throw pageError(404);
  if (isSentHome(page, viewer)) throw redirect(paths.home);
}

/** What no specified API host has: such pages are of the portal with its own data server alone. */
const OURS: ReadonlySet<PageRequest["page"]> = new Set([
  "audit-trail",
  "feed",
  "group-rules",
  "imports",
  "resident",
  "today",
  "review",
  "review-causes",
  "reviews",
]);

function isOurs({ page }: PageRequest): boolean {
  return OURS.has(page);
}

async function reportIdsOf(signedIn: SignedIn): Promise<string[]> {
  const outcome = await signedIn.call(getReports, {});
  switch (outcome.kind) {
    case "data":
      return outcome.answer.data.map((report) => report.report_id);
    case "empty":
      return [];
    case "failure":
      // A host without reports; the rule then knows none.
      if (outcome.status === 404) return [];
      throw failurePage(outcome);
  }
}
