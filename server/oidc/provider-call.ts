import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { CustomFetch } from "openid-client";
import { ProviderFailure } from "./provider-failure";

/** Discovery, token and keys are three calls, and a user is waiting. */
const WITHIN_MS = 4_000;
const MAX_ANSWER_BYTES = 512 * 1024;

/**
 * Uses node:http(s), because Remix replaces the global fetch. Follows no redirects: requests contain secrets. Throws a
 * {@link ProviderFailure}.
 */
export const callProvider: CustomFetch = async (url, options) => {
  const signal = AbortSignal.timeout(WITHIN_MS);
  try {
    const incoming = await send(url, options, signal);
    const text = await readText(incoming);
    const status = incoming.statusCode ?? 0;
    if (status >= 500 || status === 429) {
      throw new ProviderFailure("away", `status-${status}`);
    }
    const type = incoming.headers["content-type"];
    return new Response(text, {
      status,
      headers: type === undefined ? {} : { "content-type": type },
    });
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    const code =
      error instanceof Error && "code" in error
        ? String(error.code)
        : "unreachable";
    throw new ProviderFailure("away", signal.aborted ? "timeout" : code);
  }
};

function send(
  url: string,
  { method, headers, body }: Parameters<CustomFetch>[1],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const sent = bodyOf(body);
  const { request } = url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      signal,
      headers: {
        ...headers,
        "accept-encoding": "identity",
        ...(sent === null
          ? {}
          : { "content-length": String(Buffer.byteLength(sent)) }),
      },
    });
    outgoing.on("error", reject);
    outgoing.once("response", resolve);
    outgoing.end(sent ?? undefined);
  });
}

function bodyOf(body: Parameters<CustomFetch>[1]["body"]): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === "string" || body instanceof URLSearchParams) {
    return String(body);
  }
  throw new Error("provider calls send only text");
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // Throwing here destroys the stream and its connection.
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderFailure("away", "too-long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
