import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP } from "node:net";
import onHeaders from "on-headers";
import { settings } from "~/env.server";
import {
  CLIENT_ADDRESS_HEADER,
  REQUEST_ID_HEADER,
} from "~/data/request-context.server";
import { log } from "~/log.server";
import { answerWithBuiltFile } from "./built-files.server";
import { lookForLateRequests } from "./look-for-late.server";
import { MAX_DROPPED_BYTES } from "./read-form.server";
import { refusalOf, type Refusal } from "./refuse-request.server";
import { answering } from "./room-to-send.server";
import { SECURITY_HEADERS } from "./security-headers.server";
import { Semaphore } from "~server/runtime/semaphore";

const REQUESTS_AT_ONCE = 400;
/** Whoever keeps so many waiting, sending their forms byte by byte for instance, leaves room for everybody else. */
const REQUESTS_OF_ONE_ADDRESS = 100;
const MAX_LOGGED_PATH = 200;
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts the portal's guard before the listeners of the server that serves it: limits, request id, security headers,
 * refusals and the access log. remix-serve is a command without a place for any of them.
 */
export function guardServer(server: Server): void {
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 20_000;
  server.maxConnections = 2_000;
  lookForLateRequests(server);
  const pages = server.listeners("request") as Listener[];
  server.removeAllListeners("request");
  const requests = new Semaphore<string>({
    atOnce: REQUESTS_AT_ONCE,
    perKey: REQUESTS_OF_ONE_ADDRESS,
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const address = identify(request);
    logAccess(request, response);
    // A proxy that does not say whom it asks for is everybody.
    const end = requests.tryAcquire(
      LOOPBACK.test(address) ? undefined : address,
    );
    if (end) response.once("close", end);
    for (const [name, value] of SECURITY_HEADERS) {
      response.setHeader(name, value);
    }
    dropBodyThatIsLeft(request, response);
    const refusal = end ? refusalOf(request) : BUSY;
    if (refusal) return refuse(response, refusal);
    nameHost(request);
    answering(response, () => {
      void answerWithBuiltFile(request, response).then((isAnswered) => {
        if (isAnswered) return;
        for (const page of pages) page.call(server, request, response);
      });
    });
  });
}

const BUSY: Refusal = {
  status: 503,
  text: "Too many requests at once, please try again",
  headers: { "Retry-After": "2" },
};

/** Replaces what clients may say about themselves with what is known here; returns the browser's address. */
function identify(request: IncomingMessage): string {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const forwarded = headers["x-forwarded-for"];
  for (const name of Object.keys(headers)) {
    if (name.startsWith("x-forwarded-")) delete headers[name];
  }
  headers[REQUEST_ID_HEADER] = randomUUID();
  const address = proxiedAddress(peer, forwarded) ?? peer;
  headers[CLIENT_ADDRESS_HEADER] = address;
  return address;
}

/** Behind a proxy on this machine its last entry is the browser's address; from anywhere else it may be forged. */
function proxiedAddress(
  peer: string,
  forwarded: string | string[] | undefined,
): string | undefined {
  if (!settings.PUBLIC_URL_GIVEN || !LOOPBACK.test(peer)) return undefined;
  const last = [forwarded].flat().join(",").split(",").at(-1)?.trim() ?? "";
  // A port beside it would make each connection a browser of its own.
  return isIP(last) === 0 ? undefined : last;
}

/**
 * Proxies spell the public host with a port or in capitals; the guard takes each, but Remix answers 500 where Host and
 * Origin differ.
 */
function nameHost({ headers }: IncomingMessage): void {
  if (settings.PUBLIC_URL_GIVEN) {
    headers.host = new URL(settings.PUBLIC_URL).host;
  }
}

/**
 * A body that a page has left unread holds up its connection: the next request on it, behind a proxy that of somebody
 * else, would never be answered. So it is dropped as it comes; to close at once could cost its sender the answer. One that
 * is too long for that, of unknown length or not there when its answer is 413 ends its connection: the page has waited
 * for it.
 */
function dropBodyThatIsLeft(
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers } = request;
  const length = headers["transfer-encoding"]
    ? Infinity
    : Number(headers["content-length"] ?? 0);
  if (length === 0) return;
  onHeaders(response, () => {
    if (request.complete) return;
    if (length <= MAX_DROPPED_BYTES && response.statusCode !== 413) return;
    response.setHeader("Connection", "close");
  });
  if (length > MAX_DROPPED_BYTES) return;
  response.once("finish", () => {
    request.removeAllListeners("data").resume();
  });
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...refusal.headers,
  });
  response.end(`${refusal.text}\n`);
}

function logAccess(request: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  const path = (request.url ?? "").split("?", 1)[0]?.slice(0, MAX_LOGGED_PATH);
  const isFile = path?.startsWith("/build/") ?? false;
  const requestId = request.headers[REQUEST_ID_HEADER];
  if (typeof requestId === "string") {
    response.setHeader("X-Request-Id", requestId);
  }
  response.once("close", () => {
    log[isFile ? "debug" : "info"]({
      event: "http.request",
      request_id: requestId,
      method: request.method,
      path,
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  });
}
