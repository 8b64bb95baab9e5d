import * as http from "node:http";
import * as https from "node:https";
import { CircuitBreaker } from "./circuit-breaker.server";
import {
  UpstreamFailure,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "./upstream-failure.server";

const CONNECT_MS = 1_000;
const MAX_ANSWER_BYTES = 20 * 1024 * 1024;
const MAX_SOCKETS = 64;

interface Attempt {
  url: URL;
  request: UpstreamRequest;
  agent: http.Agent;
  signal: AbortSignal;
}

/** Thrown where not one byte of the request can have been acted on, so that a GET may be tried again. */
class NotConnected extends UpstreamFailure {}

/**
 * Calls an API host over http or https: kept-alive connections, 1 s to connect, a deadline for the whole call,
 * a cap on the answer's size, one retry of a GET that found no connection, and a circuit breaker. Redirects
 * are answers like any other and are not followed.
 */
export function httpUpstream(
  baseUrl: string,
  breaker = new CircuitBreaker(),
): Upstream {
  const secure = baseUrl.startsWith("https:");
  const AgentClass = secure ? https.Agent : http.Agent;
  const keptAlive = new AgentClass({
    keepAlive: true,
    maxSockets: MAX_SOCKETS,
    timeout: 30_000,
  });
  // A write on a kept connection that the host has just closed cannot be repeated safely, so writes get
  // a connection of their own.
  const oneShot = new AgentClass({ keepAlive: false, maxSockets: MAX_SOCKETS });

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
      const failure = asFailure(error, deadline.aborted);
      if (failure.reason === "too-large" || request.signal?.aborted) {
        breaker.succeeded();
      } else {
        breaker.failed();
      }
      throw failure;
    }
  };
}

function asFailure(error: unknown, timedOut: boolean): UpstreamFailure {
  if (timedOut) return new UpstreamFailure("timeout", { cause: error });
  if (error instanceof UpstreamFailure) return error;
  return new UpstreamFailure("unreachable", { cause: error });
}

function send({ url, request, agent, signal }: Attempt) {
  return new Promise<UpstreamAnswer>((resolve, reject) => {
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
    let connected = false;
    let connectTimer: NodeJS.Timeout | undefined;
    outgoing.once("socket", (socket) => {
      if (!socket.connecting) {
        connected = !outgoing.reusedSocket;
        return;
      }
      connectTimer = setTimeout(
        () => outgoing.destroy(new Error("no connection in time")),
        CONNECT_MS,
      );
      const ready = url.protocol === "https:" ? "secureConnect" : "connect";
      socket.once(ready, () => {
        connected = true;
        clearTimeout(connectTimer);
      });
    });
    outgoing.once("error", (cause) => {
      clearTimeout(connectTimer);
      reject(
        connected
          ? new UpstreamFailure("unreachable", { cause })
          : new NotConnected("unreachable", { cause }),
      );
    });
    outgoing.once("response", (incoming) => {
      connected = true;
      readAnswer(incoming).then(resolve, reject);
    });
    outgoing.end(request.body);
  });
}

async function readAnswer(
  incoming: http.IncomingMessage,
): Promise<UpstreamAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // Leaving the loop destroys the stream and its connection.
    if (bytes > MAX_ANSWER_BYTES) throw new UpstreamFailure("too-large");
    chunks.push(chunk);
  }
  return {
    status: incoming.statusCode ?? 502,
    contentType: incoming.headers["content-type"] ?? "",
    retryAfter: incoming.headers["retry-after"] ?? null,
    text: Buffer.concat(chunks).toString("utf8"),
  };
}
