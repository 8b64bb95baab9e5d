import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { decodeJwt } from "jose";
import { getResponse, http, HttpResponse, type HttpHandler } from "msw";
import pino from "pino";
import { z } from "zod";
import { login, sessionTokens } from "~/contract/auth";
import type { Settings } from "~/contract/settings";
import { openDataServer, type DataServer } from "~server/data-server";
import { ENDPOINTS, NOUNS, type Noun } from "./endpoints";
import { SCENARIOS, type ScenarioName } from "./scenarios";

/** Path that switches scenarios: POST `{noun, scenario}` plays one, DELETE ends them all. */
export const SCENARIO_PATH = "/__scenario";

const switching = z.object({
  noun: z.enum(["all", ...NOUNS]),
  scenario: z.enum(Object.keys(SCENARIOS) as [ScenarioName, ...ScenarioName[]]),
});

/** What the host was asked; the path with its query. */
export interface HostCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Gives back the response, or writes it itself. `ask` asks the data server, for answers that only bend its own. */
export type Answer = (
  call: HostCall,
  response: ServerResponse,
  ask: () => Promise<Response>,
) => unknown;

export interface MockHostOptions {
  /** Of the data server behind it. */
  settings: Settings;
  clock?: () => Date;
  port?: number;
  /** How long the scenario `slow` waits. The portal gives up on a call after 5 seconds. */
  slowMs?: number;
}

/** An API host on a loopback port: the data server, whose answers are bent by a scenario or replaced by a test. */
export interface MockHost {
  /** Address without its last slash, for API_URL. */
  url: string;
  dataServer: DataServer;
  /** All calls since the last reset, in their order. */
  calls: HostCall[];
  /** Calls whose path begins so. */
  callsTo(path: string): HostCall[];
  /** Plays a scenario on the calls of one noun, or on all of them but signing in and out. */
  play(noun: Noun | "all", scenario: ScenarioName): void;
  /** Answers paths that begin so; the newest answer for a path wins, and wins over scenarios. */
  on(path: string, answer: Answer): void;
  /** Ends every scenario and every answer of a test, and forgets the calls. */
  reset(): void;
  /** Refuses connections from now on, until it is back at its address. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function startMockHost({
  settings,
  clock,
  port: wantedPort = 0,
  slowMs = 6_000,
}: MockHostOptions): Promise<MockHost> {
  const log = pino({ level: "silent" });
  const dataServer = await openDataServer({ settings, log, clock });
  const scenarios = new Map<Noun | "all", ScenarioName>();
  const calls: HostCall[] = [];
  /** Login forms by the token's subject, to sign in again with. */
  const logins = new Map<string, Request>();
  let answers: [path: string, answer: Answer][] = [];

  async function ask(request: Request): Promise<Response> {
    const form = request.clone();
    const response = await dataServer.fetch(request.clone());
    if (response.ok && new URL(request.url).pathname === login.path) {
      logins.set(await subjectOf(response), form);
    }
    return response;
  }

  async function renewedToken(request: Request): Promise<string> {
    const token = request.headers.get("x-access-token");
    const form = token ? logins.get(decodeJwt(token).sub ?? "") : undefined;
    if (!form) return "";
    const response = await dataServer.fetch(form.clone());
    return sessionTokens.parse(await response.json()).token;
  }

  function played(noun: Noun, request: Request): Response | Promise<Response> {
    const forAll = noun === "auth" ? undefined : scenarios.get("all");
    const scenario = scenarios.get(noun) ?? forAll;
    if (!scenario) return ask(request);
    return SCENARIOS[scenario]({
      answer: () => ask(request),
      renewedToken: () => renewedToken(request),
      slowMs,
    });
  }

  const handlers: HttpHandler[] = [
    http.post(`*${SCENARIO_PATH}`, async ({ request }) => {
      const asked = switching.safeParse(await request.json());
      if (!asked.success) {
        return new HttpResponse(asked.error.message, { status: 400 });
      }
      scenarios.set(asked.data.noun, asked.data.scenario);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`*${SCENARIO_PATH}`, () => {
      scenarios.clear();
      return new HttpResponse(null, { status: 204 });
    }),
    ...ENDPOINTS.map(({ noun, endpoint }) =>
      REGISTER[endpoint.method](
        // Without the last slash msw takes the path with and without it.
        `*${endpoint.path.replace(/\/$/, "")}`,
        ({ request }) => played(noun, request),
      ),
    ),
  ];

  const bent = async (request: Request) =>
    (await getResponse(handlers, request)) ?? ask(request);

  async function respond(
    incoming: Request,
    outgoing: ServerResponse,
  ): Promise<Response> {
    const request = incoming.clone();
    const call = await callOf(request);
    if (call.path === SCENARIO_PATH) return bent(request);
    calls.push(call);
    const found = answers.filter(([path]) => call.path.startsWith(path));
    const answer = found.at(-1)?.[1];
    if (!answer) return bent(request);
    const own = await answer(call, outgoing, () => ask(request));
    return own instanceof Response ? own : sentByItself();
  }

  let server = await listen(wantedPort, respond);
  const { port } = server.address() as AddressInfo;
  const leave = async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    dataServer,
    calls,
    callsTo: (path) => calls.filter((call) => call.path.startsWith(path)),
    play: (noun, scenario) => void scenarios.set(noun, scenario),
    on: (path, answer) => void answers.push([path, answer]),
    reset() {
      answers = [];
      scenarios.clear();
      calls.length = 0;
    },
    leave,
    async comeBack() {
      server = await listen(port, respond);
    },
    async close() {
      await leave();
      await dataServer.close();
    },
  };
}

/** Of hono's server, for a response that somebody else writes; a response is read once. */
const sentByItself = () =>
  new Response(null, { headers: { "x-hono-already-sent": "true" } });

const REGISTER = { GET: http.get, POST: http.post, DELETE: http.delete };

function listen(
  port: number,
  respond: (request: Request, outgoing: ServerResponse) => Promise<Response>,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { outgoing }) =>
          respond(request, outgoing as ServerResponse),
        hostname: "127.0.0.1",
        port,
        overrideGlobalObjects: false,
      },
      () => resolve(server),
    ) as Server;
    server.once("error", reject);
  });
}

async function callOf(request: Request): Promise<HostCall> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: await request.clone().text(),
  };
}

async function subjectOf(response: Response): Promise<string> {
  const { token } = sessionTokens.parse(await response.clone().json());
  return decodeJwt(token).sub ?? "";
}
