import type {
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { embedWords } from "~/features/embedded-reports/rules/words";
import { reportsCrumb } from "~/features/shell/navigation/report-crumbs";
import { pageTitle } from "~/features/shell/page-title";
import { FRAME_ORIGIN_HEADER } from "~/http/document-policy.server";
import { paths } from "~/paths";
import { PageHead } from "~/ui/page-head";
import { loadReport } from "~/features/embedded-reports/reports.server";
import { ReportViewer } from "~/features/embedded-reports/report/report-viewer";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadReport(request, params.slug ?? "");
}

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
  const origin = loaderHeaders.get(FRAME_ORIGIN_HEADER);
  return new Headers(origin === null ? [] : [[FRAME_ORIGIN_HEADER, origin]]);
};

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => {
  if (!data) return [];
  const { report } = data;
  const isError =
    report.kind === "no-access" ||
    (report.kind === "powerbi" && report.problem !== null);
  const title =
    report.kind === "no-access" ? embedWords.noAccess : report.title;
  return [{ title: pageTitle(matches, title, isError) }];
};

export default function ReportRoute() {
  const { report } = useLoaderData<typeof loader>();
  const title =
    report.kind === "no-access" ? embedWords.noAccess : report.title;
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: embedWords.home, href: paths.home },
          ...(report.kind === "no-access"
            ? []
            : [reportsCrumb, { label: title, current: true }]),
        ]}
      />
      {report.kind === "powerbi" ? <ReportViewer report={report} /> : null}
    </>
  );
}
