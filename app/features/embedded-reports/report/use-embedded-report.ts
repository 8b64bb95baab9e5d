import { useEffect, useRef, useState, type RefObject } from "react";
import { REPORT_LOAD_LIMIT_MS } from "~/features/embedded-reports/rules/embedded-report";
import { fetchEmbed } from "./fetch-embed";
import type { ShownReport } from "./power-bi.client";
import { TokenKeeper } from "./token-keeper";

export type EmbedState = "loading" | "shown" | "failed";

/** Parts of the page: the element that holds the frame, and the form that asks for what it is shown with. */
interface Parts {
  frame: RefObject<HTMLElement>;
  form: RefObject<HTMLFormElement>;
}

/** Fetches Power BI's program and what the report is shown with, and shows it. */
export function useEmbeddedReport(
  { frame, form }: Parts,
  title: string,
): { state: EmbedState; isStale: boolean; fullscreen: () => void } {
  const [state, setState] = useState<EmbedState>("loading");
  const [isStale, setIsStale] = useState(false);
  const shown = useRef<ShownReport | null>(null);

  useEffect(() => {
    const element = frame.current;
    const asking = form.current;
    if (!element || !asking) return;
    return openReport(element, asking, title, {
      onState: setState,
      onStale: setIsStale,
      onReport: (report) => {
        shown.current = report;
      },
    });
  }, [frame, form, title]);

  return { state, isStale, fullscreen: () => shown.current?.fullscreen() };
}

interface Listener {
  onState: (state: "shown" | "failed") => void;
  /** A token that was due could not be had, or can again. */
  onStale: (isStale: boolean) => void;
  /** The report in the frame; null once it is taken out. */
  onReport: (report: ShownReport | null) => void;
}

/** Shows the report in the element until it is closed by what this returns. */
function openReport(
  element: HTMLElement,
  asking: HTMLFormElement,
  title: string,
  { onState, onStale, onReport }: Listener,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  let report: ShownReport | null = null;
  let keeper: TokenKeeper | null = null;
  const limit = setTimeout(fail, REPORT_LOAD_LIMIT_MS);

  function close() {
    clearTimeout(limit);
    keeper?.stop();
    report?.remove();
    report = null;
    onReport(null);
  }
  function fail() {
    if (signal.aborted) return;
    close();
    onState("failed");
  }

  async function show(form: HTMLFormElement) {
    const [program, embed] = await Promise.all([
      import("./power-bi.client"),
      fetchEmbed(form),
    ]);
    if (signal.aborted) return;
    if (!embed) return fail();
    const opened = program.showReport(element, title, embed, {
      onLoaded() {
        clearTimeout(limit);
        onState("shown");
      },
      onFailed: fail,
      onUsed: () => tellUse(element),
      onTokenEnded: () => keeper?.ended(),
    });
    report = opened;
    onReport(opened);
    keeper = new TokenKeeper(
      {
        ask: () => fetchEmbed(form),
        hand: opened.hand,
        onFailed: () => onStale(true),
        onRenewed: () => onStale(false),
      },
      embed.refreshInMs,
    );
    watchUse(keeper, element, signal);
  }

  show(asking).catch(fail);
  return () => {
    leaving.abort();
    close();
  };
}

/**
 * What is done in the frame of another origin reaches no listener of this page. The session's clock listens for pressed
 * buttons, so one is told to it: somebody is there.
 */
function tellUse(element: HTMLElement): void {
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
    if (element.contains(document.activeElement)) tellUse(element);
  };
  window.addEventListener("blur", enter, { signal });
}
