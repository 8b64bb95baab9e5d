import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { THROUGH_HEADER } from "~/contract/metricdatacsv";
import { CircuitBreaker } from "./circuit-breaker.server";
import {
  UpstreamFailure,
  type OpenStream,
  type Upstream,
  type UpstreamRequest,
} from "./upstream-failure.server";

export const MAX_SOCKETS = 64;
/** Streams live long, so they have sockets of their own: slow ones never hold up a page's calls. */
const MAX_STREAMS = 32;
const CONNECT_MS = 1_000;
const MAX_ANSWER_BYTES = 20 * 1024 * 1024;

interface Attempt {
  url: URL;
  request: Pick<UpstreamRequest, "method" | "headers" | "body">;
  agent: http.Agent;
  signal: AbortSignal;
  /** The default is {@link CONNECT_MS}. */
  connectMs?: number | undefined;
}

/** Thrown where not one byte of the request can have been acted on, so that a GET may be tried again. */
class NotConnected extends UpstreamFailure {}

/** Thrown where a call ended while it still waited for a connection to come free, which is no fault of its host. */
class NeverSent extends UpstreamFailure {}

function agentFor(baseUrl: string, options: http.AgentOptions): http.Agent {
  return baseUrl.startsWith("https:")
    ? new https.Agent(options)
    : new http.Agent(options);
}

/** Resolves with the head of the answer. Rejects at once on abort, even while the request waits for a connection. */
function exchange({
  url,
  request,
  agent,
  signal,
  connectMs = CONNECT_MS,
}: Attempt): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const client = url.protocol === "https:" ? https : http;
    const outgoing = client.request(url, {
      method: request.method,
      agent,
      signal,
      headers: {
        ...request.headers,
        "accept-encoding": "identity",
        ...(request.body === undefined
          ? {}
          : { "content-length": String(Buffer.byteLength(request.body)) }),
      },
    });
    let hasSocket = false;
    let connected = false;
    let connectTimer: NodeJS.Timeout | undefined;
    // Node emits an abort only once there is a socket.
    const giveUp = () => {
      clearTimeout(connectTimer);
      const cause = signal.reason as unknown;
      reject(
        hasSocket
          ? new UpstreamFailure("cancelled", { cause })
          : new NeverSent("cancelled", { cause }),
      );
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    outgoing.once("socket", (socket) => {
      hasSocket = true;
      if (!socket.connecting) {
        connected = !outgoing.reusedSocket;
        return;
      }
      connectTimer = setTimeout(
        () => outgoing.destroy(new Error("no connection in time")),
        connectMs,
      );
      const ready = url.protocol === "https:" ? "secureConnect" : "connect";
      socket.once(ready, () => {
        connected = true;
        clearTimeout(connectTimer);
      });
    });
    outgoing.on("error", (cause) => {
      clearTimeout(connectTimer);
      signal.removeEventListener("abort", giveUp);
      reject(
        connected
          ? new UpstreamFailure("unreachable", { cause })
          : new NotConnected("unreachable", { cause }),
      );
    });
    outgoing.once("response", (incoming) => {
      connected = true;
      signal.removeEventListener("abort", giveUp);
      resolve(incoming);
    });
    outgoing.end(request.body);
  });
}

async function readText(incoming: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // Leaving the loop destroys the stream and its connection.
    if (bytes > MAX_ANSWER_BYTES) throw new UpstreamFailure("too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function headOf(incoming: http.IncomingMessage) {
  return {
    status: incoming.statusCode ?? 502,
    contentType: incoming.headers["content-type"] ?? "",
    retryAfter: incoming.headers["retry-after"] ?? null,
    through: incoming.headers[THROUGH_HEADER]?.toString() ?? null,
  };
}

/** Keeps connections alive and follows no redirects. A GET that found no connection is tried again once. */
export function httpUpstream(
  baseUrl: string,
  breaker = new CircuitBreaker(),
): Upstream {
  const keptAlive = agentFor(baseUrl, {
    keepAlive: true,
    maxSockets: MAX_SOCKETS,
    timeout: 30_000,
  });
  // A write on a kept connection that the host has just closed cannot be repeated safely, so writes get
  // a connection of their own.
  const oneShot = agentFor(baseUrl, {
    keepAlive: false,
    maxSockets: MAX_SOCKETS,
  });
  return (request) =>
    guarded(breaker, request, (signal) => {
      const isGet = request.method === "GET";
      const url = new URL(baseUrl + request.path);
      const sendBy = async (agent: http.Agent) => {
        const incoming = await exchange({ url, request, agent, signal });
        return { ...headOf(incoming), text: await readText(incoming) };
      };
      return sendBy(isGet ? keptAlive : oneShot).catch((error: unknown) => {
        if (isGet && error instanceof NotConnected && !signal.aborted) {
          return sendBy(oneShot);
        }
        throw error;
      });
    });
}

/** The circuit breaker is its own: a host may fail at files and answer pages. The deadline is for the head alone. */
export function httpStream(
  baseUrl: string,
  breaker = new CircuitBreaker(),
  { lookup, connectMs }: { lookup?: LookupFunction; connectMs?: number } = {},
): OpenStream {
  const agent = agentFor(baseUrl, {
    keepAlive: false,
    maxSockets: MAX_STREAMS,
    ...(lookup && { lookup }),
  });
  return (request) =>
    guarded(breaker, request, async (signal, failureOf) => {
      const url = new URL(baseUrl + request.path);
      const incoming = await exchange({
        ...{ url, request, agent, signal, connectMs },
      });
      const parts = incoming[Symbol.asyncIterator]() as AsyncIterator<
        Buffer,
        undefined
      >;
      const length = incoming.headers["content-length"];
      return {
        ...headOf(incoming),
        length: length === undefined ? null : Number(length),
        async next() {
          try {
            return (await parts.next()).value ?? null;
          } catch (error) {
            throw failureOf(error);
          }
        },
        stop: () => void incoming.destroy(),
      };
    });
}

/** Throws at once while the host is left alone. Ends the work at its deadline, and when the caller gives up. */
async function guarded<Result>(
  breaker: CircuitBreaker,
  { deadlineMs, signal: caller }: Omit<UpstreamRequest, "body">,
  work: (
    signal: AbortSignal,
    failureOf: (error: unknown) => UpstreamFailure,
  ) => Promise<Result>,
): Promise<Result> {
  if (!breaker.allows()) throw new UpstreamFailure("unreachable");
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), deadlineMs);
  const signal = caller ? AbortSignal.any([late.signal, caller]) : late.signal;
  const failureOf = (error: unknown) => asFailure(error, late.signal, caller);
  try {
    const result = await work(signal, failureOf);
    breaker.succeeded();
    return result;
  } catch (error) {
    const failure = failureOf(error);
    // An answer that was too long came from a host that works; calls never sent, or given up, say nothing of it.
    if (failure.reason === "too-large") breaker.succeeded();
    else if (
      failure.reason !== "cancelled" &&
      !(failure instanceof NeverSent)
    ) {
      breaker.failed();
    }
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

/** The cause depends on what had ended the call by then. */
function asFailure(
  error: unknown,
  deadline: AbortSignal,
  caller: AbortSignal | undefined,
): UpstreamFailure {
  if (error instanceof UpstreamFailure && error.reason === "too-large") {
    return error;
  }
  const Kind = error instanceof NeverSent ? NeverSent : UpstreamFailure;
  if (caller?.aborted) return new Kind("cancelled", { cause: error });
  if (deadline.aborted) return new Kind("timeout", { cause: error });
  if (error instanceof UpstreamFailure) return error;
  return new UpstreamFailure("unreachable", { cause: error });
}
