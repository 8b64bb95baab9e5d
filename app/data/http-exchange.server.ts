import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { THROUGH_HEADER } from "~/contract/metricdatacsv";
import { exchange, NoAnswer, readText } from "~/runtime/http-call.server";
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

function agentFor(baseUrl: string, options: http.AgentOptions): http.Agent {
  return baseUrl.startsWith("https:")
    ? new https.Agent(options)
    : new http.Agent(options);
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
export function httpUpstream(baseUrl: string): Upstream {
  const breaker = new CircuitBreaker();
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
        const sending = { agent, signal, connectMs: CONNECT_MS };
        const incoming = await exchange(url, request, sending);
        const text = await readText(incoming, MAX_ANSWER_BYTES);
        return { ...headOf(incoming), text };
      };
      return sendBy(isGet ? keptAlive : oneShot).catch((error: unknown) => {
        // Not one byte of the request can have been acted on.
        const isUnsent = error instanceof NoAnswer && error.stage !== "sent";
        if (isGet && isUnsent && !signal.aborted) return sendBy(oneShot);
        throw error;
      });
    });
}

/** The circuit breaker is its own: a host may fail at files and answer pages. The deadline is for the head alone. */
export function httpStream(
  baseUrl: string,
  {
    lookup,
    connectMs = CONNECT_MS,
  }: { lookup?: LookupFunction; connectMs?: number } = {},
): OpenStream {
  const breaker = new CircuitBreaker();
  const agent = agentFor(baseUrl, {
    keepAlive: false,
    maxSockets: MAX_STREAMS,
    ...(lookup && { lookup }),
  });
  return (request) =>
    guarded(breaker, request, async (signal, failureOf) => {
      const url = new URL(baseUrl + request.path);
      const sending = { agent, signal, connectMs };
      const incoming = await exchange(url, request, sending);
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
    const isQueued = error instanceof NoAnswer && error.stage === "queued";
    if (failure.reason === "too-large") breaker.succeeded();
    else if (failure.reason !== "cancelled" && !isQueued) breaker.failed();
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

/** The reason depends on what had ended the call by then. */
function asFailure(
  cause: unknown,
  deadline: AbortSignal,
  caller: AbortSignal | undefined,
): UpstreamFailure {
  if (cause instanceof NoAnswer && cause.code === "too-long") {
    return new UpstreamFailure("too-large");
  }
  if (caller?.aborted) return new UpstreamFailure("cancelled", { cause });
  const reason = deadline.aborted ? "timeout" : "unreachable";
  return new UpstreamFailure(reason, { cause });
}
