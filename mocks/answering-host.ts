import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";

/** What the host was asked; the path with its query. */
export interface HostCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Gives back the response, or writes it itself. `ask` gets what the host would have said without it. */
export type Answer = (
  call: HostCall,
  response: ServerResponse,
  ask: () => Promise<Response>,
) => unknown;

/** A host on a loopback port that remembers its calls, and gives the answers that a test has set. */
export interface AnsweringHost {
  /** Address without its last slash, for API_URL. */
  url: string;
  /** All calls since the last reset, in their order. */
  calls: HostCall[];
  /** Calls whose path begins so. */
  callsTo(path: string): HostCall[];
  /** Answers paths that begin so; the newest answer for a path wins. */
  on(path: string, answer: Answer): void;
  /** Forgets the answers and the calls. */
  reset(): void;
  /** Refuses connections from now on, until it is back at its address. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** `otherwise` answers what no test has set an answer for. */
export async function startAnsweringHost(
  otherwise: (request: Request) => Promise<Response>,
  wantedPort = 0,
): Promise<AnsweringHost> {
  const calls: HostCall[] = [];
  let answers: [path: string, answer: Answer][] = [];

  async function respond(
    incoming: Request,
    outgoing: ServerResponse,
  ): Promise<Response> {
    const request = incoming.clone();
    const call = await callOf(request);
    calls.push(call);
    const found = answers.filter(([path]) => call.path.startsWith(path));
    const answer = found.at(-1)?.[1];
    if (!answer) return otherwise(request);
    const own = await answer(call, outgoing, () => otherwise(request));
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
    calls,
    callsTo: (path) => calls.filter((call) => call.path.startsWith(path)),
    on: (path, answer) => void answers.push([path, answer]),
    reset() {
      answers = [];
      calls.length = 0;
    },
    leave,
    async comeBack() {
      server = await listen(port, respond);
    },
    close: leave,
  };
}

/** Tells hono's server that somebody else writes the response. */
const sentByItself = () =>
  new Response(null, { headers: { "x-hono-already-sent": "true" } });

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
