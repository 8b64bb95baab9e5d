import { LRUCache } from "lru-cache";
import { getEmbed } from "~/contract/powerbi";
import { getReport, type Report } from "~/contract/reports";
import { pageError } from "~/data/page-error.server";
import { panelOf } from "~/data/panel.server";
import { mayHaveReports } from "./rules/open-reports";
import {
  embedFilters,
  tokenRefreshMs,
  type ReportEmbed,
} from "./rules/embedded-report";
import { systemMessages } from "~/domain/system-messages";
import type { SignedIn } from "~/session/require-user.server";
import { readReports } from "./read-reports.server";

/** Making a token takes two calls to Microsoft. */
const EMBED_DEADLINE_MS = 10_000;

const { systemError } = systemMessages;

export type ReportOutcome =
  | { state: "data"; report: Report }
  | { state: "error"; message: string };

/**
 * The user's report of a slug, or why the list could not be loaded. Throws 403 for account managers and refusals of
 * the host, 404 for an unknown slug.
 */
export async function findReport(
  { user: { viewer }, call }: SignedIn,
  slug: string,
): Promise<ReportOutcome> {
  const list = await readReports(call);
  if (list.state === "error") return list;
  if (!mayHaveReports(viewer)) throw pageError(403);
  const report = list.reports.find(({ report_id }) => report_id === slug);
  if (!report) throw pageError(404);
  return { state: "data", report };
}

export type EmbedOutcome =
  | { state: "data"; embed: ReportEmbed; lastUpdated: string | null }
  | { state: "error"; message: string };

export async function askEmbed(
  { user: { viewer }, call }: SignedIn,
  { id }: Report,
  now: () => Date,
): Promise<EmbedOutcome> {
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
    state: "data",
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
): EmbedOutcome {
  const message = panel.state === "error" ? panel.message : text;
  return { state: "error", message };
}

/** Long enough for the scripts of a page to load, short compared to the life of a token. */
const KEPT_MS = 60_000;
const kept = new LRUCache<string, ReportEmbed>({ max: 1_000, ttl: KEPT_MS });

/**
 * Keeps the embed for the script of the page: the page needs the frame's address for its policy, but must not contain
 * the token. A restart loses it, and then the script's call makes another.
 */
export function keepEmbed(
  { csrfToken }: SignedIn,
  slug: string,
  embed: ReportEmbed,
): void {
  kept.set(`${csrfToken} ${slug}`, embed);
}

export function takeEmbed(
  { csrfToken }: SignedIn,
  slug: string,
): ReportEmbed | null {
  const key = `${csrfToken} ${slug}`;
  const embed = kept.get(key) ?? null;
  kept.delete(key);
  return embed;
}
