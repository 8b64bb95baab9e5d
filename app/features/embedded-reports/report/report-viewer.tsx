import { PageLink } from "~/ui/page-link";
import { useRef, useState } from "react";
import { embedWords } from "../rules/words";
import { useShellData } from "~/features/shell/shell-data";
import { CsrfField } from "~/ui/csrf-field";
import { reportPath } from "~/paths";
import { reportTokenPath } from "~/report-paths";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { useHydrated } from "~/rendering/hydration";
import type { ReportPage } from "./report-page";
import { useEmbeddedReport } from "./use-embedded-report";

type PowerBiReport = Extract<ReportPage, { kind: "powerbi" }>;

/** An embedded report, or in its place why there is none and where to look instead. */
export function ReportViewer({ report }: { report: PowerBiReport }) {
  const csrfToken = useShellData()?.csrfToken ?? null;
  const isHydrated = useHydrated();
  const [isWished, setIsWished] = useState(false);
  if (report.problem !== null || (isHydrated && csrfToken === null)) {
    return <Failure {...report} />;
  }
  if (!isHydrated || csrfToken === null) return <WithoutScripts {...report} />;
  if (!isWished && navigator.connection?.saveData) {
    return (
      <EmptyState message={embedWords.saveData} isBrief>
        <Button type="button" onClick={() => setIsWished(true)}>
          {embedWords.show}
        </Button>
      </EmptyState>
    );
  }
  return <Frame report={report} />;
}

/** Hidden where scripts are on their way, which take its place. */
function WithoutScripts({ dashboard }: PowerBiReport) {
  return (
    <>
      <div className="max-w-prose space-y-2 scripted:hidden">
        <p>{embedWords.needsScripts}</p>
        <Elsewhere dashboard={dashboard} />
      </div>
      <p className="hidden scripted:block">{embedWords.loading}</p>
    </>
  );
}

function Frame({
  report: { title, slug, dashboard },
}: {
  report: PowerBiReport;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { state, isStale, fullscreen } = useEmbeddedReport(
    { frame, form },
    title,
  );
  const isShown = state === "shown";
  return (
    <>
      {/* Sent by script alone, as often as the frame needs another token. */}
      <form ref={form} method="post" action={reportTokenPath(slug)} hidden>
        <CsrfField />
      </form>
      <p aria-live="polite" className={isShown ? "sr-only" : undefined}>
        {state === "loading" ? embedWords.loading : null}
        {isShown ? embedWords.loaded : null}
      </p>
      <div role="alert">
        {isStale ? (
          <p className="mb-2 font-medium text-bad">
            {embedWords.refreshFailed}
          </p>
        ) : null}
        {state === "failed" ? (
          <Failure slug={slug} dashboard={dashboard} problem={null} />
        ) : null}
      </div>
      {isShown && document.fullscreenEnabled ? (
        <p className="mb-2 text-right">
          <Button type="button" variant="quiet" onClick={fullscreen}>
            Full screen
          </Button>
        </p>
      ) : null}
      {state === "failed" ? null : (
        <>
          <p className="hidden print:block">{embedWords.onPaper}</p>
          <div ref={frame} className="report-frame" />
        </>
      )}
    </>
  );
}

function Failure({
  slug,
  dashboard,
  problem,
}: Pick<PowerBiReport, "slug" | "dashboard" | "problem">) {
  return (
    <>
      <ErrorState message={embedWords.failed} retryHref={reportPath(slug)} />
      <div className="space-y-2 text-center">
        <p>{problem ?? embedWords.mayBe}</p>
        <Elsewhere dashboard={dashboard} />
      </div>
    </>
  );
}

function Elsewhere({ dashboard }: { dashboard: string }) {
  return (
    <p>
      {embedWords.elsewhere}{" "}
      <PageLink
        to={dashboard}
        className="text-accent underline underline-offset-2"
      >
        {embedWords.dashboard}
      </PageLink>
      .
    </p>
  );
}
