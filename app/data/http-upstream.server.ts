import { CircuitBreaker } from "./circuit-breaker.server";
import {
  agentFor,
  asFailure,
  countExchangeFailure,
  exchange,
  headOf,
  NotConnected,
  readText,
  type Attempt,
} from "./http-exchange.server";
import { UpstreamFailure, type Upstream } from "./upstream-failure.server";

/** Connections that are open to a host at once; further calls wait for one, within their deadline. */
export const MAX_SOCKETS = 64;

/**
 * Calls an API host over http or https: kept-alive connections, 1 s to connect, a deadline for the whole call,
 * a cap on the answer's size, one retry of a GET that found no connection, and a circuit breaker. Redirects
 * are answers like any other and are not followed.
 */
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

  return async (request) => {
    if (!breaker.allows()) throw new UpstreamFailure("unreachable");
    const deadline = AbortSignal.timeout(request.deadlineMs);
    const signal = request.signal
      ? AbortSignal.any([deadline, request.signal])
      : deadline;
    const isGet = request.method === "GET";
    const attempt: Attempt = {
      url: new URL(baseUrl + request.path),
      request,
      agent: isGet ? keptAlive : oneShot,
      signal,
    };
    try {
      const answer = await send(attempt).catch((error: unknown) => {
        if (isGet && error instanceof NotConnected && !signal.aborted) {
          return send({ ...attempt, agent: oneShot });
        }
        throw error;
      });
      breaker.succeeded();
      return answer;
    } catch (error) {
      const failure = asFailure(error, { deadline, caller: request.signal });
      countExchangeFailure(breaker, failure);
      throw failure;
    }
  };
}

async function send(attempt: Attempt) {
  const incoming = await exchange(attempt);
  return { ...headOf(incoming), text: await readText(incoming) };
}
