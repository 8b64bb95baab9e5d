import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { accepts } from "./compress.server";

/** A sheet or a script of the build; its name changes with what is in it, by a digest of Remix's compiler or of Rollup. */
const BUILT_FILE =
  /^\/build\/(?:\w+\/)?[\w.$-]+-(?:[A-Z0-9]{8}|[a-z0-9]{8})\.(css|js)$/;
const TYPES: Record<string, string> = {
  css: "text/css; charset=UTF-8",
  js: "application/javascript; charset=UTF-8",
};
/** Missing files are not kept: anybody can ask for any name. */
const kept = new LRUCache<string, Buffer>({
  max: 500,
  fetchMethod: (url) => readFile(join("public", `${url}.br`)),
});

/**
 * Sends the compressed files of scripts/finish-build.mjs: remix-serve compresses each time, a fifth larger. False if
 * there is none, or remix-serve must answer.
 */
export async function answerWithBuiltFile(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { method, url = "", headers } = request;
  const extension = BUILT_FILE.exec(url)?.[1];
  if (
    !extension ||
    (method !== "GET" && method !== "HEAD") ||
    headers.range !== undefined ||
    !accepts(String(headers["accept-encoding"] ?? ""), "br")
  ) {
    return false;
  }
  const body = await kept.fetch(url).catch(() => null);
  if (!body) return false;
  response.writeHead(200, {
    "Content-Type": TYPES[extension],
    "Content-Encoding": "br",
    "Content-Length": body.length,
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
  });
  response.end(method === "HEAD" ? undefined : body);
  return true;
}
