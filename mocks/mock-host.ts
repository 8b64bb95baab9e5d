import { decodeJwt } from "jose";
import { getResponse, http, HttpResponse, type HttpHandler } from "msw";
import pino from "pino";
import { z } from "zod";
import { login, sessionTokens } from "~/contract/auth";
import type { Settings } from "~/contract/settings";
import { openDataServer, type DataServer } from "~server/data-server";
import { startAnsweringHost, type AnsweringHost } from "./answering-host";
import { ENDPOINTS, NOUNS, type Noun } from "./endpoints";
import { SCENARIOS, type ScenarioName } from "./scenarios";

/** Path that switches scenarios: POST `{noun, scenario}` plays one, DELETE ends them all. */
export const SCENARIO_PATH = "/__scenario";

const switching = z.object({
  noun: z.enum(["all", ...NOUNS]),
  scenario: z.enum(Object.keys(SCENARIOS) as [ScenarioName, ...ScenarioName[]]),
});

export interface MockHostOptions {
  /** Of the data server behind it. */
  settings: Settings;
  clock?: () => Date;
  port?: number;
  /** How long the scenario `slow` waits. The portal gives up on a call after 5 seconds. */
  slowMs?: number;
}

/** The data server on a port, whose answers are bent by a scenario or replaced by a test. */
export interface MockHost extends AnsweringHost {
  dataServer: DataServer;
  /** Plays a scenario on the calls of one noun, or on all of them but signing in and out. */
  play(noun: Noun | "all", scenario: ScenarioName): void;
}

export async function startMockHost({
  settings,
  clock,
  port,
  slowMs = 6_000,
}: MockHostOptions): Promise<MockHost> {
  const log = pino({ level: "silent" });
  const dataServer = await openDataServer({ settings, log, clock });
  const scenarios = new Map<Noun | "all", ScenarioName>();
  /** Login forms by the token's subject, to sign in again with. */
  const logins = new Map<string, Request>();

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

  const host = await startAnsweringHost(
    async (request) => (await getResponse(handlers, request)) ?? ask(request),
    port,
  );
  return {
    ...host,
    dataServer,
    play: (noun, scenario) => void scenarios.set(noun, scenario),
    reset() {
      scenarios.clear();
      host.reset();
    },
    async close() {
      await host.close();
      await dataServer.close();
    },
  };
}

const REGISTER = { GET: http.get, POST: http.post, DELETE: http.delete };

async function subjectOf(response: Response): Promise<string> {
  const tokens = sessionTokens.safeParse(await response.clone().json());
  // No session has begun where a second factor is asked for.
  return tokens.success ? (decodeJwt(tokens.data.token).sub ?? "") : "";
}
