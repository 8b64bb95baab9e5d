import { http, HttpResponse, type HttpHandler } from "msw";
import type { z } from "zod";
import { ACCESS_TOKEN_HEADER } from "~/contract/auth";
import type { Endpoint } from "~/contract/endpoint";
import type { Viewer } from "~/domain/access/viewer";
import type { MockHost } from "./mock-host";
import { viewerOf, type MockSession } from "./mock-sessions";
import { Refusal } from "./refusal";
import { SCENARIOS, type Noun } from "./scenarios/named-scenarios";

type Shape = z.ZodTypeAny;

/** A request of an endpoint, read and checked by the contract's shapes. */
export interface MockCall<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  request: Request;
}

export interface SignedInCall<Params, Query, Body> extends MockCall<
  Params,
  Query,
  Body
> {
  viewer: Viewer;
  session: MockSession;
}

/** The contract's answer; null is 204; a Response goes out as it is. */
type Answered<Answer> = Answer | Response | null;

const REGISTER = { GET: http.get, POST: http.post, DELETE: http.delete };

/** Answers an endpoint for signed-in callers: the session first (401), then scenario, input (400) and answer. */
export function mockEndpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
>(
  host: MockHost,
  noun: Noun,
  target: Endpoint<P, Q, B, A>,
  answer: (
    call: SignedInCall<z.output<P>, z.output<Q>, z.output<B>>,
  ) => Answered<z.input<A>> | Promise<Answered<z.input<A>>>,
): HttpHandler {
  return register(target, async (request, params) => {
    const session = await host.sessions.authenticate(
      request.headers.get(ACCESS_TOKEN_HEADER),
    );
    const input = await readInput(target, request, params);
    if (!input) return undefined;
    const viewer = viewerOf(session.account);
    return played(
      host,
      noun,
      () => answer({ ...input, viewer, session }),
      session,
    );
  });
}

/** As {@link mockEndpoint}, for calls without a session. */
export function mockPublicEndpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
>(
  host: MockHost,
  noun: Noun,
  target: Endpoint<P, Q, B, A>,
  answer: (
    call: MockCall<z.output<P>, z.output<Q>, z.output<B>>,
  ) => Promise<Answered<z.input<A>>>,
): HttpHandler {
  return register(target, async (request, params) => {
    const input = await readInput(target, request, params);
    return input && played(host, noun, () => answer(input));
  });
}

type PathParams = Record<string, string | readonly string[] | undefined>;

function register(
  target: { method: keyof typeof REGISTER; path: string },
  resolve: (
    request: Request,
    params: PathParams,
  ) => Promise<Response | undefined>,
): HttpHandler {
  // Without the last slash msw takes the path with and without it.
  const path = `*${target.path.replace(/\/$/, "")}`;
  return REGISTER[target.method](path, async ({ request, params }) => {
    try {
      return await resolve(request, params);
    } catch (error) {
      if (error instanceof Refusal) return refused(error.status, error.words);
      throw error;
    }
  });
}

export function refused(status: number, words: string): Response {
  return HttpResponse.json({ error: words }, { status });
}

async function played<Answer>(
  host: MockHost,
  noun: Noun,
  answer: () => Answered<Answer> | Promise<Answered<Answer>>,
  session?: MockSession,
): Promise<Response> {
  const usual = async () => toResponse(await answer());
  const scenario = host.scenarioOf(noun);
  if (!scenario) return usual();
  return SCENARIOS[scenario]({
    answer: usual,
    renewedToken: async () =>
      session ? host.sessions.renewedToken(session) : "",
    lastUpdated: host.lastUpdated,
    slowMs: host.slowMs,
  });
}

function toResponse(answer: unknown): Response {
  if (answer === null) return new HttpResponse(null, { status: 204 });
  return answer instanceof Response
    ? answer
    : new HttpResponse(JSON.stringify(answer), {
        headers: { "content-type": "application/json" },
      });
}

/** Null where the request does not fit: another endpoint of the same path may take it. */
async function readInput<P extends Shape, Q extends Shape, B extends Shape>(
  target: Endpoint<P, Q, B, Shape>,
  request: Request,
  pathParams: PathParams,
): Promise<MockCall<z.output<P>, z.output<Q>, z.output<B>> | undefined> {
  const params = target.params.safeParse(pathParams);
  const search = new URL(request.url).searchParams;
  const query = target.query.safeParse(Object.fromEntries(search));
  const body = target.body.safeParse(await readBody(request, target.bodyType));
  if (!params.success || !query.success || !body.success) return undefined;
  return {
    params: params.data as z.output<P>,
    query: query.data as z.output<Q>,
    body: body.data as z.output<B>,
    request,
  };
}

async function readBody(
  request: Request,
  bodyType: "none" | "form" | "json",
): Promise<unknown> {
  if (bodyType === "none") return {};
  const text = await request.clone().text();
  if (bodyType === "form") return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
