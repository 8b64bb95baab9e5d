import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { getResponse, type HttpHandler } from "msw";
import { z } from "zod";
import { makeHandlers } from "./handlers";
import { MockHost, type MockHostOptions } from "./mock-host";
import {
  NOUNS,
  SCENARIOS,
  type ScenarioName,
} from "./scenarios/named-scenarios";

/** Path that switches scenarios: POST `{noun, scenario}` plays one, DELETE ends them all. */
export const SCENARIO_PATH = "/__scenario";

const scenarioNames = Object.keys(SCENARIOS) as [
  ScenarioName,
  ...ScenarioName[],
];
const switching = z.object({
  noun: z.enum(["all", ...NOUNS]),
  scenario: z.enum(scenarioNames),
});

export interface RunningMockHost {
  /** Address without its last slash, for API_URL. */
  url: string;
  /** The state behind it; `host.play("metrics", "empty")` switches a panel. */
  host: MockHost;
  close: () => Promise<void>;
}

/** Serves the mocks on a loopback port, so that a built portal can run against them through API_URL. */
export async function startMockHost(
  options: MockHostOptions & { port?: number } = {},
): Promise<RunningMockHost> {
  const host = new MockHost(options);
  const handlers = makeHandlers(host);
  const server = createServer((incoming, outgoing) => {
    answer(host, handlers, incoming, outgoing).catch((error: unknown) => {
      outgoing.statusCode = 500;
      outgoing.end(error instanceof Error ? error.stack : String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  host: MockHost,
  handlers: HttpHandler[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await readAll(incoming);
  const response =
    incoming.url === SCENARIO_PATH
      ? switchScenario(host, incoming.method, body)
      : ((await getResponse(handlers, toRequest(incoming, body))) ??
        new Response(null, { status: 404 }));
  outgoing.writeHead(
    response.status,
    Object.fromEntries(response.headers.entries()),
  );
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function switchScenario(
  host: MockHost,
  method: string | undefined,
  body: string,
): Response {
  if (method === "DELETE") {
    host.playNothing();
    return new Response(null, { status: 204 });
  }
  const asked = switching.safeParse(parseJson(body));
  if (!asked.success) return new Response(asked.error.message, { status: 400 });
  host.play(asked.data.noun, asked.data.scenario);
  return new Response(null, { status: 204 });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function toRequest(incoming: IncomingMessage, body: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  const method = incoming.method ?? "GET";
  return new Request(`http://mock.invalid${incoming.url ?? "/"}`, {
    method,
    headers,
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
}
