import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Context } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { ACCESS_TOKEN_HEADER, REFRESH_TOKEN_HEADER } from "~/contract/auth";
import { THROUGH_HEADER } from "~/contract/metricdatacsv";
import { clientAddressOf } from "~server/client-address";
import { attachmentOf } from "./attachment";
import { Refusal } from "~server/refusal";
import type { Doors, Entry } from "./doors";
import { FileAnswer, NothingYet } from "./handler";
import { refusalOf } from "./refusal-of";
import { readBody, readQuery } from "./request-input";
import { runEntry } from "./run-entry";

/** Variables of a request in the data server. */
interface ApiEnv {
  Bindings: {
    /** Address of whoever called over a port; not there for calls of this process. */
    peer?: string | undefined;
  };
  Variables: {
    requestId: string;
    /** Of the browser; null where it is not known. */
    address: string | null;
    /** Logs with the request id. */
    log: Logger;
    /** Path pattern of the endpoint that answered. */
    route?: string;
    userId?: number;
    /** Why an endpoint on this path did not take the request; another one on it may. */
    mismatch?: string;
  };
}

export type Api = Hono<ApiEnv>;

/** The calls of a data server over HTTP: reads requests, authenticates their tokens, and writes the answers. */
export function mountHttp(doors: Doors): Api {
  const { deps } = doors;
  const app: Api = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header("x-request-id"));
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

  for (const entry of [...doors.entries.values()].flat()) {
    mountEntry(app, doors, entry);
  }
  app.notFound((c) => refuse(c, explainNoAnswer(app, c)));
  app.onError((error, c) => refuse(c, refusalOf(error, c.get("log"))));
  return app;
}

function mountEntry(app: Api, { deps }: Doors, entry: Entry): void {
  const { target } = entry;
  const path = target.path.replace(/(?<=.)\/$/, "");
  const addsToken = !entry.isPublic && hasToken(target.answer);
  app.on(target.method, [path, `${path}/`], async (c, next) => {
    c.set("route", target.path);
    let renewed: string | null = null;
    const ran = await runEntry(entry, {
      async authenticate() {
        const token = c.req.header(ACCESS_TOKEN_HEADER);
        const signedIn = await deps.sessions.authenticate(token);
        c.set("userId", signedIn.userId);
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
      isHead: c.req.raw.method === "HEAD",
      presented: {
        token: c.req.header(ACCESS_TOKEN_HEADER),
        refreshToken: c.req.header(REFRESH_TOKEN_HEADER),
      },
    });
    if ("answer" in ran) {
      return respond(c, ran.answer, addsToken ? { token: renewed } : {});
    }
    c.set("mismatch", ran.mismatch);
    return next();
  });
}

/** Whether answers of this shape carry a session token that was renewed. */
function hasToken(answer: z.ZodTypeAny): boolean {
  return answer instanceof z.ZodObject && "token" in answer.shape;
}

/** `Response.json` is missing where Remix has replaced the global fetch. */
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

function fileResponse({ file, body }: FileAnswer): Response {
  const { type, name, bytes, through } = file;
  const headers = {
    "content-type": type,
    "content-disposition": attachmentOf(name),
    ...(bytes === undefined
      ? // Without it @hono/node-server reads ahead to know the length, and takes a part that fails then for the end.
        { "transfer-encoding": "chunked" }
      : { "content-length": String(bytes) }),
    ...(through && { [THROUGH_HEADER]: through }),
  };
  return new Response(body, { headers });
}

/** Calls of this process come without bindings. */
function peerOf(c: Context<ApiEnv>): string | null {
  const bindings: Partial<ApiEnv["Bindings"]> | undefined = c.env;
  return bindings?.peer ?? null;
}

const SAFE_REQUEST_ID = /^[\w-]{1,64}$/;

function requestIdOf(given: string | undefined): string {
  return given && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

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

/** Why nothing answered: input that fits no endpoint of the path, a method that none of them has, or no such path. */
function explainNoAnswer(app: Api, c: Context<ApiEnv>): Refusal {
  const mismatch = c.get("mismatch");
  if (mismatch) return new Refusal(400, mismatch);
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
