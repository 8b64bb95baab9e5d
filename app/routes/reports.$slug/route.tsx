import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import type { loadReport } from "~/features/embedded-reports/reports.server";
import { embedWords } from "~/features/embedded-reports/rules/words";
import { pageTitle } from "~/features/shell/page-title";
import { FRAME_SOURCES_HEADER } from "~/http/document-policy.server";

export { links } from "~/reports-and-users-sheet";
export { loadReport as loader } from "~/features/embedded-reports/reports.server";
export { ReportScreen as default } from "~/features/embedded-reports/report/report-viewer";

/**
 * A document's policy admits the frame, so a step by script becomes one by document. Its promise never settles: the
 * page is left.
 */
export function clientLoader({
  request,
}: ClientLoaderFunctionArgs): Promise<never> {
  window.location.assign(request.url);
  return new Promise<never>(() => undefined);
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const sources = loaderHeaders.get(FRAME_SOURCES_HEADER);
  return new Headers(sources === null ? [] : [[FRAME_SOURCES_HEADER, sources]]);
};

export const meta: MetaFunction<typeof loadReport> = ({ matches, data }) => {
  if (!data) return [];
  const { report } = data;
  const hasNoAccess = report.kind === "no-access";
  const isError =
    hasNoAccess || (report.kind === "powerbi" && report.problem !== null);
  const title = hasNoAccess ? embedWords.noAccess : report.title;
  return [{ title: pageTitle(matches, title, isError) }];
};
