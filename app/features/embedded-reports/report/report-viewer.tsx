import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { useRef, useState, useEffect } from "react";
import { embedWords } from "../rules/words";
import { useShellData } from "~/features/shell/shell-data";
import { CsrfField } from "~/ui/page-form";
import { reportsCrumb } from "~/features/shell/navigation/report-crumbs";
import { paths, reportPath } from "~/paths";
import { reportTokenPath } from "~/report-paths";
import { Button } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";
import { useHydrated } from "~/rendering/hydration";
import type { loadReport, ReportPage } from "../reports.server";
import {
  REPORT_LOAD_LIMIT_MS,
  type ReportEmbed,
} from "../rules/embedded-report";
import type { ShownReport } from "./power-bi.client";

export function ReportScreen() {
  const { report } = useLoaderData<typeof loadReport>();
  const hasNoAccess = report.kind === "no-access";
  const title = hasNoAccess ? embedWords.noAccess : report.title;
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: embedWords.home, href: paths.home },
          ...(hasNoAccess
            ? []
            : [reportsCrumb, { label: title, current: true }]),
        ]}
      />
      {report.kind === "powerbi" ? <ReportViewer report={report} /> : null}
    </>
  );
}

type PowerBiReport = Extract<ReportPage, { kind: "powerbi" }>;

function ReportViewer({ report }: { report: PowerBiReport }) {
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

/** Hidden while scripts load. */
function WithoutScripts({ dashboard }: PowerBiReport) {
  return (
    <>
      <div className="max-w-prose space-y-2 scripted:hidden">
        <p>{embedWords.needsScripts}</p>
        <Elsewhere dashboard={dashboard} />
      </div>
      <div className="hidden scripted:block">
        <p>{embedWords.loading}</p>
        <div className="report-frame" />
      </div>
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
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const [problem, setProblem] = useState<string | null>(null);
  const [isStale, setIsStale] = useState(false);
  const shown = useRef<ShownReport | null>(null);
  useEffect(() => {
    if (!frame.current || !form.current) return;
    return openReport(frame.current, form.current, title, {
      onShown: () => setState("shown"),
      onFailed(why) {
        setProblem(why);
        setState("failed");
      },
      onStale: setIsStale,
      onReport: (report) => {
        shown.current = report;
      },
    });
  }, [title]);
  const isShown = state === "shown";
  return (
    <>
      {/* Only scripts send it, once for each token. */}
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
          <Failure {...{ slug, dashboard, problem }} />
        ) : null}
      </div>
      {isShown && document.fullscreenEnabled ? (
        <p className="mb-2 text-right">
          <Button
            type="button"
            variant="quiet"
            onClick={() => shown.current?.fullscreen()}
          >
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

interface Listener {
  onShown: () => void;
  /** The server's words; null if it said nothing. */
  onFailed: (problem: string | null) => void;
  onStale: (isStale: boolean) => void;
  onReport: (report: ShownReport | null) => void;
}

/** Returns the function that closes the report. */
function openReport(
  element: HTMLElement,
  asking: HTMLFormElement,
  title: string,
  { onShown, onFailed, onStale, onReport }: Listener,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  let report: ShownReport | null = null;
  let keeper: TokenKeeper | null = null;
  const limit = setTimeout(() => fail(), REPORT_LOAD_LIMIT_MS);

  function close() {
    clearTimeout(limit);
    keeper?.stop();
    report?.remove();
    report = null;
    onReport(null);
  }
  function fail(problem: string | null = null) {
    if (signal.aborted) return;
    close();
    onFailed(problem);
  }

  async function show(form: HTMLFormElement) {
    const [program, embed] = await Promise.all([
      import("./power-bi.client"),
      fetchEmbed(form),
    ]);
    if (signal.aborted) return;
    if ("problem" in embed) return fail(embed.problem);
    const opened = program.showReport(element, title, embed, {
      onLoaded() {
        clearTimeout(limit);
        onShown();
      },
      onFailed: () => fail(),
      onUsed: () => signalUse(element),
      onTokenEnded: () => keeper?.ended(),
    });
    report = opened;
    onReport(opened);
    keeper = new TokenKeeper(
      {
        async ask() {
          const fresh = await fetchEmbed(form);
          return "problem" in fresh ? null : fresh;
        },
        hand: opened.hand,
        onFailed: () => onStale(true),
        onRenewed: () => onStale(false),
      },
      embed.refreshInMs,
    );
    watchUse(keeper, element, signal);
  }

  show(asking).catch(() => fail());
  return () => {
    leaving.abort();
    close();
  };
}

/** Events inside the frame do not reach this page, so this dispatches one for the session clock. */
function signalUse(element: HTMLElement): void {
  element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
}

function watchUse(
  keeper: TokenKeeper,
  element: HTMLElement,
  signal: AbortSignal,
): void {
  const options = { signal, capture: true, passive: true };
  const used = () => keeper.used();
  for (const use of ["mousedown", "touchstart", "keydown"]) {
    document.addEventListener(use, used, options);
  }
  document.addEventListener("visibilitychange", () => keeper.look(), options);
  // The focus has gone into the frame.
  const enter = () => {
    if (element.contains(document.activeElement)) signalUse(element);
  };
  window.addEventListener("blur", enter, { signal });
}

/** The problem is null if the server said nothing. */
async function fetchEmbed(
  form: HTMLFormElement,
): Promise<ReportEmbed | { problem: string | null }> {
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      // An ended session leads to login, which is no answer here.
      redirect: "manual",
    });
    return (await response.json()) as ReportEmbed | { problem: string };
  } catch {
    return { problem: null };
  }
}

type Fresh = Pick<ReportEmbed, "accessToken" | "refreshInMs">;

export interface TokenKeeperDeps {
  /** Null on failure. */
  ask: () => Promise<Fresh | null>;
  /** Rejects if the report refuses the token. */
  hand: (accessToken: string) => Promise<void>;
  onFailed: () => void;
  onRenewed: () => void;
}

/** Shortest pause before another attempt. */
const RETRY_MS = 60_000;

/**
 * Replaces the token before it expires. Each request prolongs the session, so it asks only if the page was used since
 * the last one.
 */
export class TokenKeeper {
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wasUsed = false;
  private isAsking = false;
  private isStopped = false;

  constructor(
    private readonly deps: TokenKeeperDeps,
    refreshInMs: number,
  ) {
    this.waitFor(refreshInMs);
  }

  used(): void {
    this.wasUsed = true;
    this.look();
  }

  /** Also called by a late timer, after the machine slept. */
  look(): void {
    const isDue = Date.now() >= this.dueAt;
    if (this.isStopped || this.isAsking || !isDue) return;
    if (this.wasUsed && !document.hidden) void this.replace();
  }

  ended(): void {
    this.dueAt = Math.min(this.dueAt, Date.now());
    this.look();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async replace(): Promise<void> {
    this.isAsking = true;
    this.wasUsed = false;
    const refreshInMs = await this.tryOnce();
    this.isAsking = false;
    if (this.isStopped) return;
    if (refreshInMs === null) {
      // The user is waiting for it.
      this.wasUsed = true;
      this.deps.onFailed();
    } else this.deps.onRenewed();
    this.waitFor(refreshInMs ?? RETRY_MS);
  }

  private async tryOnce(): Promise<number | null> {
    const fresh = await this.deps.ask();
    if (!fresh || this.isStopped) return null;
    try {
      await this.deps.hand(fresh.accessToken);
      return fresh.refreshInMs;
    } catch {
      return null;
    }
  }

  private waitFor(ms: number): void {
    clearTimeout(this.timer);
    this.dueAt = Date.now() + ms;
    this.timer = setTimeout(() => this.look(), ms);
  }
}
