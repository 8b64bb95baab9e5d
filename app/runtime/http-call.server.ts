// Use the default exports: tests replace their members.
import http, { type IncomingMessage } from "node:http";
import https from "node:https";

/** No answer came, or not all of it. */
export class NoAnswer extends Error {
  constructor(
    /** How far the request got: it waited for a connection to come free, had none yet, or may have been acted on. */
    readonly stage: "queued" | "connecting" | "sent",
    /** "timeout", "too-long", "unreachable" or the system's code; safe to log. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`no answer: ${code}`, options);
    this.name = "NoAnswer";
  }
}

export interface HttpRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

interface Sending {
  agent?: http.Agent | undefined;
  signal: AbortSignal;
  connectMs: number;
}

/**
 * Resolves with the head of the answer. Rejects with {@link NoAnswer}, at once on abort, even while the request waits
 * for a connection. Remix replaces the global fetch, so this uses node:http(s). Follows no redirects: requests contain
 * secrets.
 */
export function exchange(
  url: URL,
  { method, headers, body }: HttpRequest,
  { agent, signal, connectMs }: Sending,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    const outgoing = (isSecure ? https : http).request(url, {
      method,
      agent,
      signal,
      headers: {
        ...headers,
        "accept-encoding": "identity",
        ...(body === undefined
          ? {}
          : { "content-length": String(Buffer.byteLength(body)) }),
      },
    });
    let stage: NoAnswer["stage"] = "queued";
    let connectTimer: NodeJS.Timeout | undefined;
    // Node emits an abort only once there is a socket.
    const giveUp = () => {
      clearTimeout(connectTimer);
      const cause = signal.reason as unknown;
      reject(new NoAnswer(stage, "timeout", { cause }));
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    outgoing.once("socket", (socket) => {
      stage = "connecting";
      if (!socket.connecting) {
        if (!outgoing.reusedSocket) stage = "sent";
        return;
      }
      const late = () =>
        outgoing.destroy(new NoAnswer(stage, "connect-timeout"));
      connectTimer = setTimeout(late, connectMs);
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        stage = "sent";
        clearTimeout(connectTimer);
      });
    });
    outgoing.on("error", (cause) => {
      clearTimeout(connectTimer);
      signal.removeEventListener("abort", giveUp);
      reject(new NoAnswer(stage, codeOf(cause), { cause }));
    });
    outgoing.once("response", (incoming) => {
      signal.removeEventListener("abort", giveUp);
      resolve(incoming);
    });
    outgoing.end(body);
  });
}

/** Throws {@link NoAnswer} if there is more. */
export async function readText(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // Throwing here destroys the stream and its connection.
    if (bytes > maxBytes) throw new NoAnswer("sent", "too-long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The whole answer within limits. Throws {@link NoAnswer}. */
export async function callForText(
  url: string,
  request: HttpRequest,
  limits: {
    wholeMs: number;
    connectMs: number;
    maxBytes: number;
    agent?: http.Agent;
  },
) {
  const { wholeMs, connectMs, maxBytes, agent } = limits;
  const signal = AbortSignal.timeout(wholeMs);
  try {
    const sending = { agent, signal, connectMs };
    const incoming = await exchange(new URL(url), request, sending);
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      text: await readText(incoming, maxBytes),
    };
  } catch (cause) {
    const code = signal.aborted ? "timeout" : codeOf(cause);
    throw new NoAnswer("sent", code, { cause });
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error && error.code;
  return typeof code === "string" ? code : "unreachable";
}
