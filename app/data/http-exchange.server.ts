import * as http from "node:http";
import * as https from "node:https";
import { THROUGH_HEADER } from "~/contract/metricdatacsv";
import type { CircuitBreaker } from "./circuit-breaker.server";
import {
  UpstreamFailure,
  type UpstreamRequest,
} from "./upstream-failure.server";

const CONNECT_MS = 1_000;
const MAX_ANSWER_BYTES = 20 * 1024 * 1024;

export interface Attempt {
  url: URL;
  request: Pick<UpstreamRequest, "method" | "headers" | "body">;
  agent: http.Agent;
  signal: AbortSignal;
  /** The default is {@link CONNECT_MS}. */
  connectMs?: number | undefined;
}

/** Thrown where not one byte of the request can have been acted on, so that a GET may be tried again. */
export class NotConnected extends UpstreamFailure {}

/** Thrown where a call ended while it still waited for a connection to come free, which is no fault of its host. */
class NeverSent extends UpstreamFailure {}

export function agentFor(
  baseUrl: string,
  options: http.AgentOptions,
): http.Agent {
  return baseUrl.startsWith("https:")
    ? new https.Agent(options)
    : new http.Agent(options);
}

/** Resolves with the head of the answer. Rejects at once on abort, even while the request waits for a connection. */
export function exchange({
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

export async function readText(
  incoming: http.IncomingMessage,
): Promise<string> {
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

export function headOf(incoming: http.IncomingMessage) {
  return {
    status: incoming.statusCode ?? 502,
    contentType: incoming.headers["content-type"] ?? "",
    retryAfter: incoming.headers["retry-after"] ?? null,
    through: incoming.headers[THROUGH_HEADER]?.toString() ?? null,
  };
}

export interface CallEnds {
  deadline: AbortSignal;
  caller: AbortSignal | undefined;
}

/** The cause depends on what had ended the call by then. */
export function asFailure(
  error: unknown,
  { deadline, caller }: CallEnds,
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

/** Ignores calls that were never sent or that the caller gave up; an answer that was too long counts as a success. */
export function countExchangeFailure(
  breaker: CircuitBreaker,
  failure: UpstreamFailure,
): void {
  if (failure.reason === "too-large") breaker.succeeded();
  else if (failure.reason !== "cancelled" && !(failure instanceof NeverSent)) {
    breaker.failed();
  }
}
