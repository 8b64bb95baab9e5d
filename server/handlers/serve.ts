import type { Context } from "hono";
import type { z } from "zod";
import { ACCESS_TOKEN_HEADER } from "~/contract/auth";
import type { Endpoint } from "~/contract/endpoint";
import type { ApiDeps } from "./api-deps";
import type { Api, ApiEnv, Call, PublicCall } from "./call";
import { readBody, readQuery } from "./request-input";

type Shape = z.ZodTypeAny;

/** The answer of the contract; null is 204; a Response goes out as it is. */
type Answered<Answer> = Promise<Answer | Response | null>;

/**
 * Answers an endpoint for signed-in users. The session is checked first (401), then path, query and body by the
 * endpoint's shapes (400); the handler judges what this viewer may see.
 */
export function serve<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
>(
  app: Api,
  target: Endpoint<Params, Query, Body, Answer>,
  deps: ApiDeps,
  handler: (
    call: Call<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Answered<z.input<Answer>>,
): void {
  route(app, target, async (c, next) => {
    const signedIn = await deps.sessions.authenticate(
      c.req.header(ACCESS_TOKEN_HEADER),
    );
    c.set("viewer", signedIn.viewer);
    c.set("userId", signedIn.userId);
    const input = await readInput(c, target);
    if (!input) return next();
    const { viewer, userId, token, username, sessionId } = signedIn;
    const user = { id: userId, username };
    return respond(
      c,
      await handler({ ...input, viewer, userId, user, sessionId, token }),
    );
  });
}

/** As {@link serve}, for the calls that need no session. */
export function servePublic<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
>(
  app: Api,
  target: Endpoint<Params, Query, Body, Answer>,
  handler: (
    call: PublicCall<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Answered<z.input<Answer>>,
): void {
  route(app, target, async (c, next) => {
    const input = await readInput(c, target);
    return input ? respond(c, await handler(input)) : next();
  });
}

type Next = () => Promise<void>;

function route(
  app: Api,
  target: { method: string; path: string },
  handle: (c: Context<ApiEnv>, next: Next) => Promise<Response | void>,
): void {
  const path = target.path.replace(/(?<=.)\/$/, "");
  app.on(target.method, [path, `${path}/`], async (c, next) => {
    c.set("route", target.path);
    return handle(c, next);
  });
}

async function readInput<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
>(
  c: Context<ApiEnv>,
  target: Endpoint<Params, Query, Body, Shape>,
): Promise<PublicCall<
  z.output<Params>,
  z.output<Query>,
  z.output<Body>
> | null> {
  const raw = {
    params: c.req.param(),
    query: readQuery(c.req.raw.url),
    body: await readBody(c.req.raw, target.bodyType),
  };
  const params = parse(target.params, raw.params);
  const query = parse(target.query, raw.query);
  const body = parse(target.body, raw.body);
  const failure = params.error ?? query.error ?? body.error;
  if (failure) {
    const issue = failure.issues[0];
    c.set("mismatch", `${issue?.path.join(".")}: ${issue?.message}`);
    return null;
  }
  return {
    params: params.data,
    query: query.data,
    body: body.data,
    log: c.get("log"),
    origin: {
      address: c.get("address"),
      requestId: c.get("requestId"),
    },
    request: c.req.raw,
  };
}

function parse<S extends Shape>(
  shape: S,
  raw: unknown,
): z.SafeParseReturnType<z.input<S>, z.output<S>> {
  return shape.safeParse(raw);
}

/** `Response.json` is missing where Remix has replaced the global fetch. */
function respond(c: Context<ApiEnv>, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  if (answer === null) return c.body(null, 204);
  return c.body(JSON.stringify(answer), 200, {
    "content-type": "application/json",
  });
}
