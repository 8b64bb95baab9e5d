import { randomUUID } from "node:crypto";
import { limitServer } from "~/runtime/stop-serving.server";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP } from "node:net";
import {
  CLIENT_ADDRESS_HEADER,
  REQUEST_ID_HEADER,
} from "~/data/request-context.server";
import { isOwnHost } from "~/domain/hosts/own-hosts";
import { isPublicHttps, settings } from "~/env.server";
import { answerWithBuiltFile } from "~/http/built-files.server";
import { log } from "~/log.server";
import { networkOf } from "~/runtime/network-of.server";
import { Semaphore } from "~/runtime/semaphore.server";
import { isFromOwnPage } from "./own-page.server";
import { answering } from "./room-to-send.server";
import { whenOver } from "./when-over.server";

const METHODS = new Set(["GET", "HEAD", "POST"]);
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Control characters and backslashes, which browsers read as slashes. */
const ODD = /[\p{Cc}\\]/u;
const MAX_URL_LENGTH = 4_096;
const MAX_BODY_BYTES = 64 * 1024;
/** Asked by machines that reach this process by its own address. */
const PROBES = /^\/(?:healthcheck|readiness)\/?(?:\?|$)/;

const UNKNOWN_HOST = settings.PUBLIC_URL_GIVEN
  ? "Unknown host"
  : "Unknown host. PUBLIC_URL has to name the address that browsers use.";

interface RequestRefusal {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

function requestRefusalOf(
  request: Pick<
    IncomingMessage,
    "method" | "url" | "headers" | "headersDistinct" | "socket"
  >,
): RequestRefusal | null {
  const { method = "", url = "", headers } = request;
  if (!METHODS.has(method)) {
    return {
      status: 405,
      text: "Method not allowed",
      headers: { Allow: [...METHODS].join(", ") },
    };
  }
  if (url.length > MAX_URL_LENGTH) {
    return { status: 414, text: "Address too long" };
  }
  if (!isPlainPath(url)) return { status: 400, text: "Bad address" };
  // Node takes the first of two Host headers; a proxy may have checked the second.
  const isOneHost = request.headersDistinct.host?.length === 1;
  const { localAddress } = request.socket;
  if (!isOneHost || !isKnownHost(headers.host, url, localAddress)) {
    return { status: 400, text: UNKNOWN_HOST };
  }
  // Remix compares Origin and Host as well, but answers 500.
  if (method === "POST" && !isFromOwnPage((name) => single(headers[name]))) {
    return { status: 403, text: "This form was not sent from our own page" };
  }
  // Browsers send the length of a form, so nothing has to count its bytes.
  if (headers["transfer-encoding"] !== undefined) {
    return { status: 411, text: "This form does not say how long it is" };
  }
  if (Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
    return { status: 413, text: "This form is too long" };
  }
  return null;
}

function isPlainPath(url: string): boolean {
  if (!url.startsWith("/")) return false;
  try {
    return !ODD.test(decodeURIComponent(url));
  } catch {
    return false;
  }
}

function isKnownHost(
  host: string | undefined,
  url: string,
  localAddress: string | undefined,
): boolean {
  if (host === undefined || !HOST.test(host)) return false;
  if (PROBES.test(url)) return true;
  if (!settings.PUBLIC_URL_GIVEN) {
    return isOwnHost(host, settings.HOST, localAddress);
  }
  return (
    host.toLowerCase().replace(/:(?:80|443)$/, "") ===
    new URL(settings.PUBLIC_URL).host.replace(/:(?:80|443)$/, "")
  );
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

const REQUESTS_AT_ONCE = 400;
/** Requests of one address at a time, so that slow senders leave room for everybody else. */
const REQUESTS_OF_ONE_ADDRESS = 100;
/** Limits the body of a refused request that is read and dropped. */
const MAX_DROPPED_BYTES = 1024 * 1024;
const DROP_WITHIN_MS = 1_000;
const MAX_LOGGED_PATH = 200;
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Headers of every answer, documents, data and files alike. */
const SECURITY_HEADERS = new Map([
  ["X-Content-Type-Options", "nosniff"],
  // Browsers with no-referrer send "null" as the Origin of a form.
  ["Referrer-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  [
    "Permissions-Policy",
    "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  ],
]);
if (isPublicHttps) {
  SECURITY_HEADERS.set("Strict-Transport-Security", "max-age=31536000");
}

const BUSY: RequestRefusal = {
  status: 503,
  text: "Too many requests at once, please try again",
  headers: { "Retry-After": "2" },
};

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** remix-serve is a command without a place for it; README.md says why it is needed. */
export function guardServer(server: Server): void {
  limitServer(server);
  const pages = server.listeners("request") as Listener[];
  server.removeAllListeners("request");
  const requests = new Semaphore<string>({
    atOnce: REQUESTS_AT_ONCE,
    perKey: REQUESTS_OF_ONE_ADDRESS,
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID();
    const address = identify(request, requestId);
    response.setHeader("X-Request-Id", requestId);
    response.setHeaders(SECURITY_HEADERS);
    // A proxy on this machine without a forwarded address stands for all users.
    const keys = LOOPBACK.test(address) ? [] : [networkOf(address)];
    const end = requests.tryAcquire(...keys);
    const logAccess = accessLogOf(request, response, requestId);
    const forget = answering(requestId, response);
    whenOver(request, response, () => {
      end?.();
      forget();
      logAccess();
    });
    const refusal = end ? requestRefusalOf(request) : BUSY;
    if (refusal) return void refuse(request, response, refusal);
    // What a page leaves of its body would hold up the next request of the connection.
    response.once("finish", () => request.removeAllListeners("data").resume());
    nameHost(request);
    acceptAsAnswered(request);
    void answerWithBuiltFile(request, response).then((isAnswered) => {
      if (isAnswered) return;
      for (const page of pages) page.call(server, request, response);
    });
  });
}

/** Drops what clients say about themselves; returns the browser's address. */
function identify(
  { headers, socket }: IncomingMessage,
  requestId: string,
): string {
  const peer = socket.remoteAddress ?? "";
  const forwarded = headers["x-forwarded-for"];
  for (const name of Object.keys(headers)) {
    if (name.startsWith("x-forwarded-")) delete headers[name];
  }
  headers[REQUEST_ID_HEADER] = requestId;
  const address = proxiedAddress(peer, forwarded) ?? peer;
  headers[CLIENT_ADDRESS_HEADER] = address;
  return address;
}

/** The last entry of a proxy on this machine is the browser's address; from anywhere else it may be forged. */
function proxiedAddress(
  peer: string,
  forwarded: string | string[] | undefined,
): string | undefined {
  if (!settings.PUBLIC_URL_GIVEN || !LOOPBACK.test(peer)) return undefined;
  const last = [forwarded].flat().join(",").split(",").at(-1)?.trim() ?? "";
  // A port beside it would make each connection a browser of its own.
  return isIP(last) === 0 ? undefined : last;
}

/** Proxies may add a port or capitals, and Remix answers 500 if Host and Origin differ. */
function nameHost({ headers }: IncomingMessage): void {
  if (settings.PUBLIC_URL_GIVEN) {
    headers.host = new URL(settings.PUBLIC_URL).host;
  }
}

/** Remix decides by `_data`, whatever the client says it accepts. */
function acceptAsAnswered({ headers, url = "" }: IncomingMessage): void {
  headers.accept = /[?&]_data=/.test(url) ? "*/*" : "text/html";
}

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, headers }: RequestRefusal,
): Promise<void> {
  const isRead = await dropBody(request);
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...(isRead ? {} : { Connection: "close" }),
    ...headers,
  });
  response.end(`${text}\n`);
}

/** Reads on within limits: closing at once could cost the sender the answer. False if there is more. */
async function dropBody(request: IncomingMessage): Promise<boolean> {
  const { headers } = request;
  if (!headers["transfer-encoding"] && !Number(headers["content-length"])) {
    return true;
  }
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), DROP_WITHIN_MS);
  let bytes = 0;
  request.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > MAX_DROPPED_BYTES) over.abort();
  });
  try {
    await once(request, "end", { signal: over.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function accessLogOf(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): () => void {
  const started = performance.now();
  const path = (request.url ?? "").split("?", 1)[0]?.slice(0, MAX_LOGGED_PATH);
  const isFile = path?.startsWith("/build/") ?? false;
  return () => {
    log[isFile ? "debug" : "info"]({
      event: "http.request",
      request_id: requestId,
      method: request.method,
      path,
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      ...(response.writableFinished ? {} : { aborted: true }),
    });
  };
}
