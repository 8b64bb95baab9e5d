import { json } from "@remix-run/node";
import { frameOriginOf, maySeeEmbeddedReports } from "../rules/embedded-report";
import { embedWords } from "../rules/words";
import { systemMessages } from "~/domain/system-messages";
import { askEmbed, findReport, keepEmbed } from "../load-embed.server";
import { FRAME_ORIGIN_HEADER } from "~/http/document-policy.server";
import { freshnessFor } from "~/session/freshness.server";
import { landingPathFor } from "~/session/landing.server";
import { requireScreen } from "~/session/screen.server";
import { paths } from "~/paths";
import type { ReportPage } from "./report-page";

/** The page of a report (R200), with the frame's address in the page's policy. Its script asks for the token. */
export async function loadReport(request: Request, slug: string) {
  const signedIn = await requireScreen(request);
  const { viewer } = signedIn.user;
  if (!maySeeEmbeddedReports(viewer)) {
    return json(page({ kind: "no-access" }), { status: 403 });
  }
  const dashboard = landingPathFor(viewer) ?? paths.home;
  const found = await findReport(signedIn, slug);
  if (found.state === "error") {
    const { message: problem } = found;
    const title = embedWords.report;
    return json(page({ kind: "powerbi", title, slug, dashboard, problem }));
  }
  const { report } = found;
  const title = report.title.trim() || slug;
  if (report.type !== "powerbi") return json(page({ kind: "other", title }));

  const outcome = await askEmbed(signedIn, report, () => new Date());
  const origin =
    outcome.state === "data" ? frameOriginOf(outcome.embed.embedUrl) : null;
  const shared = { kind: "powerbi" as const, title, slug, dashboard };
  if (outcome.state === "error" || origin === null) {
    const problem =
      outcome.state === "error"
        ? outcome.message
        : systemMessages.systemError.report;
    return json(page({ ...shared, problem }));
  }
  keepEmbed(signedIn, slug, outcome.embed);
  const freshness = freshnessFor(
    signedIn,
    outcome.lastUpdated ?? signedIn.lastUpdated,
  );
  return json(
    { ...page({ ...shared, problem: null }), freshness },
    { headers: { [FRAME_ORIGIN_HEADER]: origin } },
  );
}

function page(report: ReportPage) {
  return { report };
}
