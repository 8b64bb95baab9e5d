import http from "node:http";
import https from "node:https";
import type { ErrorEvent, Event, NodeClient } from "@sentry/node";
import { version } from "../package.json";
import { settings } from "./env.server";
import { log } from "./log.server";
import { inTime } from "~/runtime/in-time.server";

const SEND_WITHIN_MS = 5_000;
const RELEASE = `sojourn@${version}`;

/** No request, answer or error message, which may contain patients' names. The request id leads to the log. */
export interface ErrorReport {
  event: "drill-down.failed" | "page.error" | "page.render_error";
  requestId: string;
  status: number;
}

export interface ErrorReporter {
  report(report: ErrorReport): void;
  /** Resolves when all reports are delivered, or after that time. Nothing is reported after it. */
  flush(withinMs: number): Promise<void>;
}

const NOBODY: ErrorReporter = {
  report: () => undefined,
  flush: async () => undefined,
};

/** Reports to the service at that address; without an address its client is not loaded. */
export function errorReporter(
  dsn: string | undefined,
  sendWithinMs = SEND_WITHIN_MS,
): ErrorReporter {
  if (dsn === undefined) return NOBODY;
  const opened = openClient(dsn, sendWithinMs).catch((error: unknown) => {
    log.error({ event: "error-report.unavailable", err: error });
    return null;
  });
  return {
    report: (report) => {
      void opened.then((open) => open?.capture(eventOf(report)));
    },
    async flush(withinMs) {
      const flushed = opened.then((open) => open?.client.close(withinMs));
      await inTime(flushed, withinMs);
    },
  };
}

const reporter = errorReporter(settings.SENTRY_DSN);

export const reportError = reporter.report;

/** Delivers what was reported before the process ends. */
export const flushErrorReports = reporter.flush;

interface OpenClient {
  client: NodeClient;
  capture(event: Event): void;
}

/**
 * Sentry's `init` would set up OpenTelemetry, patch the console and the http modules, and take over uncaught
 * exceptions.
 */
async function openClient(
  dsn: string,
  sendWithinMs: number,
): Promise<OpenClient> {
  const { makeNodeTransport, NodeClient, Scope } = await import("@sentry/node");
  const client = new NodeClient({
    dsn,
    release: RELEASE,
    transport: makeNodeTransport,
    transportOptions: { httpModule: withDeadline(dsn, sendWithinMs) },
    stackParser: () => [],
    integrations: [],
    includeServerName: false,
    sendClientReports: false,
    sendDefaultPii: false,
    beforeSend: onlyWhatIsAllowed,
  });
  client.init();
  return {
    client,
    capture: (event) => {
      client.captureEvent(event, undefined, new Scope());
    },
  };
}

function eventOf({ event, requestId, status }: ErrorReport): Event {
  return {
    message: event,
    level: "error",
    tags: { request_id: requestId, status },
  };
}

/** Whatever the client has added since, only this leaves the process. */
function onlyWhatIsAllowed(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, message, release } = event;
  const { request_id, status } = event.tags ?? {};
  return {
    type: undefined,
    ...{ event_id, timestamp, platform, level, message, release },
    tags: { request_id, status },
  };
}

/** Sentry's transport has no time limit, and stops sending once 64 requests hang. */
function withDeadline(dsn: string, sendWithinMs: number) {
  const { request } = dsn.startsWith("https:") ? https : http;
  return {
    request: (
      options: http.RequestOptions,
      onAnswer?: (answer: http.IncomingMessage) => void,
    ) =>
      request(
        { ...options, signal: AbortSignal.timeout(sendWithinMs) },
        onAnswer,
      ),
  };
}
