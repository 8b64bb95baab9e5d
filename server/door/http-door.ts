import { randomUUID } from "node:crypto";
import { Hono, type Context } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { ACCESS_TOKEN_HEADER, REFRESH_TOKEN_HEADER } from "~/contract/auth";
import { THROUGH_HEADER } from "~/contract/metricdatacsv";
import { clientAddressOf } from "~server/client-address";
import { Refusal } from "~server/refusal";
import type { Doors, Entry } from "./doors";
import { FileAnswer, NothingYet } from "./handler";
import { refusalOf } from "./refusal-of";
import { requireOwnPassword, runEntry } from "./run-entry";

interface ApiEnv {
  Bindings: {
    /** Address of a caller over a port; absent for calls in this process. */
    peer?: string | undefined;
  };
  Variables: {
    requestId: string;
    address: string | null;
    log: Logger;
    route?: string;
    userId?: number;
  };
}

export type Api = Hono<ApiEnv>;

/** Serves the calls over HTTP: parses requests, authenticates tokens, serialises answers. */
export function mountHttp(doors: Doors): Api {
  const { deps } = doors;
  const app: Api = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    const given = c.req.header("x-request-id");
    const requestId =
      given && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
    c.set("requestId", requestId);
    const forwarded = c.req.header("x-forwarded-for") ?? null;
    c.set("address", clientAddressOf(forwarded, peerOf(c), deps.isPortal));
    c.set("log", deps.log.child({ request_id: requestId }));
    const startedAt = performance.now();
    await next();
    c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-content-type-options", "nosniff");
    c.res.headers.set("x-request-id", requestId);
    logRequest(c, performance.now() - startedAt);
  });

  app.use(async (c, next) => {
    refuseOddPath(c);
    await next();
  });

  for (const entry of doors.entries.values()) mountEntry(app, doors, entry);
  app.notFound((c) => refuse(c, explainNoAnswer(app, c)));
  app.onError((error, c) => refuse(c, refusalOf(error, c.get("log"))));
  return app;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_QUERY_LENGTH = 4_096;
const MAX_FIELDS = 300;

const CONTENT_TYPES = {
  form: "application/x-www-form-urlencoded",
  json: "application/json",
} as const;

/** Query fields. Throws 400 for text that is not UTF-8, contains NUL or repeats a field. */
function readQuery(url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (start < 0) return {};
  const query = url.slice(start + 1).split("#", 1)[0] ?? "";
  if (query.length > MAX_QUERY_LENGTH) throw bad("The query is too long.");
  return readFields(query);
}

/** Throws 413 above 64 KB, 400 for a wrong type, bad UTF-8, NUL and malformed content. */
async function readBody(
  request: Request,
  bodyType: "none" | "form" | "json",
): Promise<unknown> {
  if (bodyType === "none") return {};
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim();
  if (type?.toLowerCase() !== CONTENT_TYPES[bodyType]) {
    throw bad(`Expected a body of type ${CONTENT_TYPES[bodyType]}.`);
  }
  const text = await readText(request);
  return bodyType === "form" ? readFields(text) : readJson(text);
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw bad("The body is not UTF-8.");
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > MAX_BODY_BYTES) throw tooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

function readFields(text: string): Record<string, string> {
  const pairs = text.split("&").filter((pair) => pair !== "");
  if (pairs.length > MAX_FIELDS) throw bad("There are too many fields.");
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const [name = "", ...rest] = pair.split("=");
    const key = decode(name);
    if (fields.has(key)) throw bad("A field is given twice.");
    fields.set(key, decode(rest.join("=")));
  }
  return Object.fromEntries(fields);
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw bad("A field is not UTF-8.");
  }
  if (decoded.includes("\0")) throw bad("A field holds a NUL character.");
  return decoded;
}

function readJson(text: string): unknown {
  if (text.includes("\0") || /\\u0000/i.test(text)) {
    throw bad("The body holds a NUL character.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw bad("The body is not JSON.");
  }
}

function bad(words: string): Refusal {
  return new Refusal(400, words);
}

function tooLarge(): Refusal {
  return new Refusal(413, "The body is larger than 64 KB.");
}

function mountEntry(app: Api, { deps }: Doors, entry: Entry): void {
  const { target } = entry;
  const path = target.path.replace(/(?<=.)\/$/, "");
  const addsToken =
    !entry.isPublic &&
    target.answer instanceof z.ZodObject &&
    "token" in target.answer.shape;
  app.on(target.method, [path, `${path}/`], async (c) => {
    // Hono would run the handler of GET, which audits what nobody gets to see.
    if (c.req.raw.method === "HEAD") return c.notFound();
    c.set("route", target.path);
    let renewed: string | null = null;
    const answer = await runEntry(entry, {
      async authenticate() {
        const token = c.req.header(ACCESS_TOKEN_HEADER);
        const signedIn = await deps.sessions.authenticate(token);
        c.set("userId", signedIn.userId);
        requireOwnPassword(signedIn);
        renewed = signedIn.token;
        return signedIn;
      },
      read: async () => ({
        params: c.req.param(),
        query: readQuery(c.req.raw.url),
        body: await readBody(c.req.raw, target.bodyType),
      }),
      log: c.get("log"),
      origin: { address: c.get("address"), requestId: c.get("requestId") },
      signal: c.req.raw.signal,
      presented: {
        token: c.req.header(ACCESS_TOKEN_HEADER),
        refreshToken: c.req.header(REFRESH_TOKEN_HEADER),
      },
    });
    return respond(c, answer, addsToken ? { token: renewed } : {});
  });
}

/** Do not use `Response.json`: it is missing where Remix replaces the global fetch. */
function respond(c: Context<ApiEnv>, answer: unknown, more: object): Response {
  if (answer === null) return c.body(null, 204);
  if (answer instanceof NothingYet) {
    return c.body(null, 204, { [THROUGH_HEADER]: answer.through });
  }
  if (answer instanceof FileAnswer) return fileResponse(answer);
  const body = typeof answer === "object" ? { ...answer, ...more } : answer;
  return c.body(JSON.stringify(body), 200, {
    "content-type": "application/json",
  });
}

/** Content-Disposition for a download (RFC 5987): an ASCII name, followed by the full UTF-8 name if it differs. */
function attachmentOf(fileName: string): string {
  const safe = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]+/gu, " ").trim();
  const plain = safe.replace(/[^ -~]|["%]/g, "_");
  if (plain === safe) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function fileResponse({ file, body }: FileAnswer): Response {
  const { type, name, bytes, through } = file;
  const headers = {
    "content-type": type,
    "content-disposition": attachmentOf(name),
    ...(bytes === undefined
      ? // Else @hono/node-server reads ahead for the length, and takes a part that fails then for the end.
        { "transfer-encoding": "chunked" }
      : { "content-length": String(bytes) }),
    ...(through && { [THROUGH_HEADER]: through }),
  };
  return new Response(body, { headers });
}

/** Calls in this process have no bindings. */
function peerOf(c: Context<ApiEnv>): string | null {
  const bindings: Partial<ApiEnv["Bindings"]> | undefined = c.env;
  return bindings?.peer ?? null;
}

const SAFE_REQUEST_ID = /^[\w-]{1,64}$/;

const MAX_PATH_LENGTH = 1_024;

function refuseOddPath(c: Context<ApiEnv>): void {
  const { path } = c.req;
  if (path.length > MAX_PATH_LENGTH || /%00|\0/.test(path)) {
    throw new Refusal(400, "The path is not valid.");
  }
}

function refuse(c: Context<ApiEnv>, refusal: Refusal): Response {
  return c.json(refusal.body, refusal.status, refusal.headers);
}

/** Why nothing answered: a wrong method, or an unknown path. */
function explainNoAnswer(app: Api, c: Context<ApiEnv>): Refusal {
  const methods = new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .filter(({ path }) => matches(path, c.req.path))
      .map(({ method }) => method),
  );
  if (methods.size === 0) return new Refusal(404, "There is no such call.");
  return new Refusal(405, "This call does not take that method.", {
    headers: { allow: [...methods].join(", ") },
  });
}

function matches(pattern: string, path: string): boolean {
  const segments = path.split("/");
  const expected = pattern.split("/");
  return (
    segments.length === expected.length &&
    expected.every((part, at) => part.startsWith(":") || part === segments[at])
  );
}

function logRequest(c: Context<ApiEnv>, ms: number): void {
  c.get("log").info({
    event: "api.request",
    method: c.req.method,
    route: c.get("route") ?? null,
    status: c.res.status,
    ms: Math.round(ms * 10) / 10,
    user_id: c.get("userId") ?? null,
  });
}
