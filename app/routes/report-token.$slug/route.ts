import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { maySeeEmbeddedReports } from "~/features/embedded-reports/rules/embedded-report";
import {
  askEmbed,
  findReport,
  takeEmbed,
} from "~/features/embedded-reports/reports.server";
import { findSessionByForm } from "~/http/guarded-form.server";
import { reportPath } from "~/paths";
import { requireScreenOfFile } from "~/session/screen.server";

const NO_STORE = { "Cache-Control": "no-store" };

/** Only for the page's script, so that the token is in no document. */
export async function action({ request, params }: ActionFunctionArgs) {
  await findSessionByForm(request);
  const slug = params.slug ?? "";
  // Should the session be over, login leads back to the report.
  const signedIn = await requireScreenOfFile(request, reportPath(slug));
  if (!maySeeEmbeddedReports(signedIn.user.viewer)) throw pageError(403);
  const kept = takeEmbed(signedIn, slug);
  if (kept) return json(kept, { headers: NO_STORE });
  const found = await findReport(signedIn, slug);
  if (found.state === "error") return failed(found.message);
  const { report } = found;
  if (report.type !== "powerbi") throw pageError(404);
  const outcome = await askEmbed(signedIn, report, () => new Date());
  return outcome.state === "data"
    ? json(outcome.embed, { headers: NO_STORE })
    : failed(outcome.message);
}

function failed(message: string): Response {
  return json({ message }, { status: 502, headers: NO_STORE });
}

/** Somebody who typed the address. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(reportPath(params.slug ?? ""));
}
