import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { CircuitBreaker } from "./circuit-breaker.server";
import {
  agentFor,
  asFailure,
  countExchangeFailure,
  exchange,
  headOf,
} from "./http-exchange.server";
import { UpstreamFailure, type OpenStream } from "./upstream-failure.server";

/** Streams live long, so they have sockets of their own: slow ones never hold up a page's calls. */
export const MAX_STREAMS = 32;

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

  return async (request) => {
    if (!breaker.allows()) throw new UpstreamFailure("unreachable");
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), request.deadlineMs);
    const signal = request.signal
      ? AbortSignal.any([late.signal, request.signal])
      : late.signal;
    const ends = { deadline: late.signal, caller: request.signal };
    const url = new URL(baseUrl + request.path);
    try {
      const incoming = await exchange({
        url,
        request,
        agent,
        signal,
        connectMs,
      });
      breaker.succeeded();
      const parts = incoming[Symbol.asyncIterator]() as AsyncIterator<
        Buffer,
        undefined
      >;
      return {
        ...headOf(incoming),
        length: lengthOf(incoming),
        async next() {
          try {
            return (await parts.next()).value ?? null;
          } catch (error) {
            throw asFailure(error, ends);
          }
        },
        stop: () => void incoming.destroy(),
      };
    } catch (error) {
      const failure = asFailure(error, ends);
      countExchangeFailure(breaker, failure);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  };
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = headers["content-length"];
  return length === undefined ? null : Number(length);
}
