import { getEmbed } from "~/contract/powerbi";
import { getReport, type Report } from "~/contract/reports";
import { pageError } from "~/data/page-error.server";
import { GRAPH_ERROR_ABOVE, panelOf, panelTexts } from "~/data/panel.server";
import { mayHaveReports, openReports } from "./rules/open-reports";
import {
  embedFilters,
  tokenRefreshMs,
  type ReportEmbed,
  maySeeEmbeddedReports,
  POWER_BI_HOSTS,
} from "./rules/embedded-report";
import { systemMessages } from "~/domain/system-messages";
import type { SignedIn } from "~/session/require-user.server";
import { readReports } from "./read-reports.server";
import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type SerializeFrom,
} from "@remix-run/node";
import { embedWords } from "./rules/words";
import { FRAME_SOURCES_HEADER } from "~/http/document-policy.server";
import { landingPathFor } from "~/session/landing.server";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import { findSessionByForm } from "~/http/guarded-form.server";
import { paths, reportPath } from "~/paths";
import { mayRequestCmsReports } from "~/features/cms-requests/rules/report-list";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";

/** Making a token takes two calls to Microsoft. */
const EMBED_DEADLINE_MS = 10_000;

const { systemError } = systemMessages;

/** Throws 403 for account managers and refusals of the host, 404 for an unknown slug. */
async function findReport({ user: { viewer }, call }: SignedIn, slug: string) {
  const list = await readReports(call);
  if (list.state === "error") return list;
  if (!mayHaveReports(viewer)) throw pageError(403);
  const report = list.reports.find(({ report_id }) => report_id === slug);
  if (!report) throw pageError(404);
  return { state: "data" as const, report };
}

/** The embed, or why there is none. */
async function askEmbed(
  { user: { viewer }, call }: SignedIn,
  { id }: Report,
): Promise<ReportEmbed | { problem: string }> {
  const configuration = panelOf(
    await call(getReport, { params: { id } }),
    { systemError: systemError.reportConfiguration },
    ({ data }) => data,
    GRAPH_ERROR_ABOVE,
  );
  if (configuration.state !== "data") {
    return {
      problem: configuration.message ?? systemError.reportConfiguration,
    };
  }
  const outcome = await call(
    getEmbed,
    { params: configuration.data },
    { deadlineMs: EMBED_DEADLINE_MS },
  );
  const texts = panelTexts("powerBi");
  const answer = panelOf(outcome, texts, ({ data }) => data, GRAPH_ERROR_ABOVE);
  if (answer.state !== "data") {
    const said = answer.message ?? texts.systemError;
    const isOfHost = Object.values(texts).every((text) => text !== said);
    const isFault = outcome.kind === "failure" && (outcome.status ?? 0) >= 500;
    return {
      problem: isFault && isOfHost ? `${texts.systemError}: ${said}` : said,
    };
  }
  const { reportConfig, accessToken, expiration } = answer.data;
  return {
    reportId: reportConfig.reportId,
    embedUrl: reportConfig.embedUrl,
    accessToken,
    filters: embedFilters(viewer),
    refreshInMs: tokenRefreshMs(expiration, new Date()),
  };
}

/** The page of a report (R200). Its script asks for the token, so that the token is in no document. */
export async function loadReport({ request, params }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
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
  return json(
    page({ kind: "powerbi", title, slug, dashboard, problem: null }),
    { headers: { [FRAME_SOURCES_HEADER]: POWER_BI_HOSTS } },
  );
}

export async function answerToken({ request, params }: ActionFunctionArgs) {
  await findSessionByForm(request);
  const slug = params.slug ?? "";
  // Should the session be over, login leads back to the report.
  const signedIn = await requireScreenOfFile(request, reportPath(slug));
  if (!maySeeEmbeddedReports(signedIn.user.viewer)) throw pageError(403);
  const found = await findReport(signedIn, slug);
  if (found.state === "error") return answerOf({ problem: found.message });
  if (found.report.type !== "powerbi") throw pageError(404);
  return answerOf(await askEmbed(signedIn, found.report));
}

function answerOf(embed: ReportEmbed | { problem: string }): Response {
  return json(embed, { headers: { "Cache-Control": "no-store" } });
}

/** Somebody who typed the address. */
export function leadToReport({ params }: LoaderFunctionArgs) {
  return redirect(reportPath(params.slug ?? ""));
}

/** `problem` is null if the report can be shown. */
function page<const Report extends object>(report: Report) {
  return { report };
}

export type ReportPage = SerializeFrom<typeof loadReport>["report"];

export async function loadReports({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  return {
    view: await viewFor(signedIn),
    crumbs: [dashboardCrumb(signedIn.user.viewer)],
  };
}

async function viewFor({ user: { viewer }, call }: SignedIn) {
  const list = await readReports(call);
  if (list.state === "error") return list;
  const reports = openReports(list.reports, viewer);
  return reports.length === 0
    ? { state: "empty" as const }
    : {
        state: "data" as const,
        reports,
        mayRequest: mayRequestCmsReports(viewer),
      };
}
