import { models, type Report } from "powerbi-client";
import type { EmbedFilter, ReportEmbed } from "../rules/embedded-report";

export interface ReportEvents {
  onLoaded: () => void;
  /** At most once, and before `onLoaded`. */
  onFailed: () => void;
  /** The user did something inside the frame. */
  onUsed: () => void;
  onTokenEnded: () => void;
}

export interface ShownReport {
  hand: (accessToken: string) => Promise<void>;
  fullscreen: () => void;
  remove: () => void;
}

const USES = ["visualClicked", "dataSelected", "buttonClicked"];

const BASIC_FILTER = "http://powerbi.com/product/schema#basic";

/** Power BI's program rejects with it, and throws it where nobody can catch it. */
interface Refused {
  message?: unknown;
  errorCode?: unknown;
}

/** The program posts the token to the page in its frame; the document's policy admits only Power BI's origin. */
export function showReport(
  element: HTMLElement,
  title: string,
  embed: ReportEmbed,
  events: ReportEvents,
): ShownReport {
  const listening = new AbortController();
  const { signal } = listening;
  let isOpen = true;
  const settle = (tell: () => void) => {
    if (!isOpen) return;
    isOpen = false;
    tell();
  };
  const fail = () => settle(events.onFailed);

  // A frame blocked by the policy fires no event of the library.
  document.addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective }) => {
      if (effectiveDirective === "frame-src") fail();
    },
    { signal },
  );
  window.addEventListener(
    "unhandledrejection",
    (event) => {
      if (!isOpen || !isRefusal(event.reason)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      fail();
    },
    { signal, capture: true },
  );

  const report = window.powerbi.embed(element, {
    type: "report",
    id: embed.reportId,
    embedUrl: embed.embedUrl,
    accessToken: embed.accessToken,
    tokenType: models.TokenType.Embed,
    permissions: models.Permissions.Read,
    viewMode: models.ViewMode.View,
    filters: embed.filters.map(basicFilter),
    settings: { panes: { filters: { visible: false } } },
  }) as Report;
  report.setComponentTitle(title);
  report.on("loaded", () => settle(events.onLoaded));
  report.on<Refused>("error", ({ detail }) => {
    if (isOpen) fail();
    else if (detail?.message === "TokenExpired") events.onTokenEnded();
  });
  for (const use of USES) report.on(use, events.onUsed);

  return {
    hand: (accessToken) => report.setAccessToken(accessToken),
    fullscreen: () => report.fullscreen(),
    remove() {
      isOpen = false;
      listening.abort();
      window.powerbi.reset(element);
    },
  };
}

function basicFilter({ table, column, values }: EmbedFilter) {
  return {
    $schema: BASIC_FILTER,
    target: { table, column },
    filterType: models.FilterType.Basic,
    operator: "In" as const,
    values,
  };
}

function isRefusal(reason: unknown): boolean {
  if (typeof reason !== "object" || reason === null) return false;
  const { message, errorCode } = reason as Refused;
  return (
    !(reason instanceof Error) &&
    (message !== undefined || errorCode !== undefined)
  );
}
