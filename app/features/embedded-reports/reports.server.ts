import { LRUCache } from "lru-cache";
import { getEmbed } from "~/contract/powerbi";
import { getReport, type Report } from "~/contract/reports";
import { pageError } from "~/data/page-error.server";
import { panelOf } from "~/data/panel.server";
import { mayHaveReports, openReports } from "./rules/open-reports";
import {
  embedFilters,
  tokenRefreshMs,
  type ReportEmbed,
  frameOriginOf,
  maySeeEmbeddedReports,
} from "./rules/embedded-report";
import { systemMessages } from "~/domain/system-messages";
import type { SignedIn } from "~/session/require-user.server";
import { readReports } from "./read-reports.server";
import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { embedWords } from "./rules/words";
import { FRAME_ORIGIN_HEADER } from "~/http/document-policy.server";
import { freshnessFor } from "~/session/freshness.server";
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

async function askEmbed(
  { user: { viewer }, call }: SignedIn,
  { id }: Report,
  now: () => Date,
) {
  const configuration = panelOf(
    await call(getReport, { params: { id } }),
    { systemError: systemError.reportConfiguration },
    ({ data }) => data,
  );
  if (configuration.state !== "data") {
    return missing(configuration, systemError.reportConfiguration);
  }
  const answer = panelOf(
    await call(
      getEmbed,
      { params: configuration.data },
      { deadlineMs: EMBED_DEADLINE_MS },
    ),
    { systemError: systemError.report },
    ({ data, lastUpdated }) => ({ data, lastUpdated: lastUpdated ?? null }),
  );
  if (answer.state !== "data") return missing(answer, systemError.report);
  const { data, lastUpdated } = answer.data;
  const { reportId, embedUrl } = data.reportConfig;
  return {
    state: "data" as const,
    embed: {
      reportId,
      embedUrl,
      accessToken: data.accessToken,
      filters: embedFilters(viewer),
      refreshInMs: tokenRefreshMs(data.expiration, now()),
    },
    lastUpdated,
  };
}

function missing(
  panel: { state: "empty" } | { state: "error"; message: string },
  text: string,
) {
  const message = panel.state === "error" ? panel.message : text;
  return { state: "error" as const, message };
}

/** Long enough for the scripts of a page to load, short compared to the life of a token. */
const KEPT_MS = 60_000;
const kept = new LRUCache<string, ReportEmbed>({ max: 1_000, ttl: KEPT_MS });

/**
 * The page needs the frame's address for its policy, but must not contain the token. After a restart the script's
 * call makes another.
 */
function keepEmbed(
  { csrfToken }: SignedIn,
  slug: string,
  embed: ReportEmbed,
): void {
  kept.set(`${csrfToken} ${slug}`, embed);
}

function takeEmbed({ csrfToken }: SignedIn, slug: string): ReportEmbed | null {
  const key = `${csrfToken} ${slug}`;
  const embed = kept.get(key) ?? null;
  kept.delete(key);
  return embed;
}

/** The page of a report (R200), with the frame's address in the page's policy. Its script asks for the token. */
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

/** Only for the page's script, so that the token is in no document. */
export async function answerToken({ request, params }: ActionFunctionArgs) {
  await findSessionByForm(request);
  const slug = params.slug ?? "";
  // Should the session be over, login leads back to the report.
  const signedIn = await requireScreenOfFile(request, reportPath(slug));
  if (!maySeeEmbeddedReports(signedIn.user.viewer)) throw pageError(403);
  const kept = takeEmbed(signedIn, slug);
  if (kept) return json(kept, { headers: NO_STORE });
  const found = await findReport(signedIn, slug);
  if (found.state === "error") return noToken(found.message);
  const { report } = found;
  if (report.type !== "powerbi") throw pageError(404);
  const outcome = await askEmbed(signedIn, report, () => new Date());
  return outcome.state === "data"
    ? json(outcome.embed, { headers: NO_STORE })
    : noToken(outcome.message);
}

const NO_STORE = { "Cache-Control": "no-store" };

function noToken(message: string): Response {
  return json({ message }, { status: 502, headers: NO_STORE });
}

/** Somebody who typed the address. */
export function leadToReport({ params }: LoaderFunctionArgs) {
  return redirect(reportPath(params.slug ?? ""));
}

export type ReportPage =
  | { kind: "no-access" }
  /** A report with nothing to embed. */
  | { kind: "other"; title: string }
  | {
      kind: "powerbi";
      title: string;
      slug: string;
      dashboard: string;
      /** Null if the report can be shown. */
      problem: string | null;
    };

function page(report: ReportPage) {
  return { report };
}

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
