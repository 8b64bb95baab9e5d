import { settings } from "~/env.server";
import { CircuitBreaker } from "./circuit-breaker.server";
import {
  agentFor,
  asFailure,
  type Attempt,
  countExchangeFailure,
  exchange,
  headOf,
  NotConnected,
  readText,
} from "./http-exchange.server";
import { httpStream } from "./http-stream.server";
import { dataServer } from "./in-process.server";
import {
  type OpenStream,
  type Upstream,
  UpstreamFailure,
} from "./upstream-failure.server";

export const MAX_SOCKETS = 64;

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

/** The operator's own API host, by API_URL; null where the data server in this process answers. */
export const apiHost: { ask: Upstream; openStream: OpenStream } | null =
  settings.API_URL
    ? {
        ask: httpUpstream(settings.API_URL),
        openStream: httpStream(settings.API_URL),
      }
    : null;

/** Opens the data server before the first request, so that a folder in use or a bad database ends the start. */
export async function openUpstream(): Promise<void> {
  if (!apiHost) await dataServer();
}

/** Any answer of the API host counts, even an error. */
export async function isUpstreamReady(): Promise<boolean> {
  try {
    if (!apiHost) return await (await dataServer()).ready();
    await apiHost.ask({
      method: "GET",
      path: "/",
      headers: {},
      deadlineMs: 2_000,
    });
    return true;
  } catch {
    return false;
  }
}

/** The standbys that this process's data server reads from; null if it has none or does not know. */
export async function upstreamReplicas() {
  if (apiHost) return null;
  const counts = await dataServer().then(
    (server) => server.replicas(),
    () => null,
  );
  return counts && counts.all > 0 ? counts : null;
}
