import type { IncomingMessage } from "node:http";
// Use the default export: tests replace its members.
import https from "node:https";
import { PowerBiFailure } from "./power-bi-failure";

export interface CallLimits {
  connectMs: number;
  wholeMs: number;
}

/** The portal waits 10 s for an embed: enough for one slow call and the next. */
const CALL_LIMITS: CallLimits = { connectMs: 1_000, wholeMs: 4_500 };

/** Real answers take a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_SOCKETS = 8;
/** Close idle connections before middleboxes do; a call on a dead one would hang. */
const KEPT_IDLE_MS = 30_000;

export interface HttpsRequest {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

export interface HttpsAnswer {
  status: number;
  /** Retry-After in seconds, if given. */
  retryAfterS: number | null;
  text: string;
}

/** Makes one call. Throws a {@link PowerBiFailure} if no answer came. */
export type HttpsCall = (request: HttpsRequest) => Promise<HttpsAnswer>;

/** Remix replaces the global fetch, so this uses node:https. Follows no redirects: requests contain secrets. */
export function createHttpsCall(limits: CallLimits = CALL_LIMITS): HttpsCall {
  const agent = new https.Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS,
    timeout: KEPT_IDLE_MS,
  });
  return async (request) => {
    const signal = AbortSignal.timeout(limits.wholeMs);
    try {
      const incoming = await send(request, { agent, signal, limits });
      return {
        status: incoming.statusCode ?? 0,
        retryAfterS: secondsOf(incoming.headers["retry-after"]),
        text: await readText(incoming),
      };
    } catch (error) {
      if (error instanceof PowerBiFailure) throw error;
      throw new PowerBiFailure("unreachable", {
        code: signal.aborted ? "timeout" : codeOf(error),
      });
    }
  };
}

interface Sending {
  agent: https.Agent;
  signal: AbortSignal;
  limits: CallLimits;
}

function send(
  { url, method, headers, body }: HttpsRequest,
  { agent, signal, limits }: Sending,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = https.request(url, {
      method,
      agent,
      signal,
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        ...headers,
        ...(body === undefined
          ? {}
          : { "content-length": String(Buffer.byteLength(body)) }),
      },
    });
    let timer: NodeJS.Timeout | undefined;
    outgoing.once("socket", (socket) => {
      if (!socket.connecting) return;
      timer = setTimeout(
        () =>
          outgoing.destroy(
            new PowerBiFailure("unreachable", { code: "connect-timeout" }),
          ),
        limits.connectMs,
      );
      socket.once("secureConnect", () => clearTimeout(timer));
    });
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.once("response", (incoming) => {
      clearTimeout(timer);
      resolve(incoming);
    });
    outgoing.end(body);
  });
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // Throwing here destroys the stream and its connection.
    if (bytes > MAX_ANSWER_BYTES) throw new PowerBiFailure("odd");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header)
    ? Number(header)
    : null;
}

function codeOf(error: unknown): string | null {
  const hasCode =
    error instanceof Error && "code" in error && typeof error.code === "string";
  return hasCode ? String(error.code) : null;
}
