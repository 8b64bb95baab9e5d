import { createHash, randomBytes } from "node:crypto";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type {
  DataFunctionArgs,
  EntryContext,
  HandleDataRequestFunction,
} from "@remix-run/node";
import { boot } from "./boot.server";
import { requestIdOf } from "./data/request-context.server";
import { reportError } from "./error-report.server";
import { compress } from "./http/compress.server";
import {
  asText,
  renderCache,
  renderDocument,
} from "./rendering/render-document.server";
import {
  contentSecurityPolicy,
  FRAME_SOURCES_HEADER,
} from "./http/document-policy.server";
import { NO_STORE } from "./http/no-store.server";
import {
  withShownRoutes,
  streamDocument,
} from "./rendering/stream-document.server";
import { log } from "./log.server";
import { NonceContext } from "./nonce";
import { RenderCacheContext, type RenderCache } from "./rendering/static-part";

await boot();

const ABORT_MS = 10_000;

const drawnBefore = renderCache();

/** Has a proxy pass on what it gets: nginx would collect a whole answer first. */
const UNBUFFERED = "X-Accel-Buffering";

/**
 * Sends a document whole: one ETag, one compression, and an error can still change the status. Panels that follow
 * come in sections (app/rendering/README.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const requestId = requestIdOf(request);
  const render = (cache: RenderCache) => (
    <NonceContext.Provider value={nonce}>
      <RenderCacheContext.Provider value={cache}>
        <RemixServer
          context={withShownRoutes(context)}
          url={request.url}
          abortDelay={ABORT_MS}
          nonce={nonce}
        />
      </RenderCacheContext.Provider>
    </NonceContext.Provider>
  );
  const onError = (error: unknown) => {
    const event = "page.render_error";
    log.error({ event, request_id: requestId, err: error }, "render failed");
    reportError({ event, requestId, status: 500 });
  };
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Vary", "Accept-Encoding, Cookie, Save-Data");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", NO_STORE);
  const frameSources = headers.get(FRAME_SOURCES_HEADER);
  headers.delete(FRAME_SOURCES_HEADER);
  const policy = contentSecurityPolicy(nonce, frameSources);
  const acceptEncoding = request.headers.get("Accept-Encoding") ?? "";
  const isPageFollowed = isFollowed(context);
  // A page that nothing follows needs no script for what does.
  if (!isPageFollowed) context.staticHandlerContext.activeDeferreds = null;
  if (isPageFollowed && request.method === "GET") {
    const { body, encoding } = await streamDocument(
      render(asText(drawnBefore)),
      nonce,
      acceptEncoding,
      onError,
    );
    headers.set("Content-Security-Policy", policy);
    headers.set(UNBUFFERED, "no");
    if (encoding) headers.set("Content-Encoding", encoding);
    return new Response(body as BodyInit, { status, headers });
  }
  const { html, failed } = await renderDocument(
    render,
    drawnBefore,
    nonce,
    onError,
  );
  if (canBeKept(request, failed ? 500 : status, headers)) {
    const etag = etagOf(html, nonce);
    headers.set("ETag", etag);
    // No policy here: its nonce would not be the one in the document that the browser kept.
    if (request.headers.get("If-None-Match") === etag) {
      return new Response(null, { status: 304, headers });
    }
  }
  headers.set("Content-Security-Policy", policy);
  const { body, encoding } = await compress(html, acceptEncoding);
  if (encoding) headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(body.length));
  return new Response(request.method === "HEAD" ? null : new Uint8Array(body), {
    status: failed ? 500 : status,
    headers,
  });
}

/** Data are as private as their pages. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (!response.headers.has("Cache-Control")) {
    response.headers.set("Cache-Control", NO_STORE);
  }
  if (response.headers.get("Content-Type")?.includes("remix-deferred")) {
    response.headers.set(UNBUFFERED, "no");
  }
  return response;
};

function isFollowed({
  staticHandlerContext: { activeDeferreds },
}: EntryContext): boolean {
  return Object.values(activeDeferreds ?? {}).some(({ done }) => !done);
}

/** Unknown paths and cancelled requests are no errors; thrown Responses are answers. */
export function handleError(
  error: unknown,
  { request }: Pick<DataFunctionArgs, "request">,
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const event = "page.error";
  const requestId = requestIdOf(request);
  log.error({ event, request_id: requestId, err: error }, "page failed");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  reportError({ event, requestId, status });
}

function canBeKept(
  request: Request,
  status: number,
  headers: Headers,
): boolean {
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    status === 200 &&
    !headers.get("Cache-Control")?.includes("no-store")
  );
}

/** The nonce differs in each response, so the document is hashed without it. */
function etagOf(html: Buffer, nonce: string): string {
  const text = html.toString("latin1").replaceAll(nonce, "");
  return `W/"${createHash("sha1").update(text).digest("base64url")}"`;
}
