import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { CLIENT, openTestProvider } from "~server/oidc/testing/test-provider";
import { PASSWORD } from "../../pages/support/census";
import { startPortal } from "../../pages/support/portal";
import { rawRequest, type RawRequest } from "../../pages/support/raw-request";
import { FUZZ_CENSUS, OWNER, UNLINKED } from "./census.data";
import { importReports, storeFactors, storeSomeOfAll } from "./stored-data";

const HOST = "portal.test";
const ORIGIN = `http://${HOST}`;
const WRITTEN_WITHIN_MS = 5_000;
const WATCH = pathToFileURL(join(import.meta.dirname, "watch-server.mjs")).href;

/** That it has started, and what it says of each request. */
const LINES_OF_REMIX = /^(?:\[remix-serve\]|GET |POST )/;

const watched = z.object({
  number: z.number(),
  ms: z.number(),
  names: z.array(z.string()),
});

export interface Answer {
  status: number;
  type: string;
  location: string | null;
  text: string;
  /** CPU that the server's process has spent meanwhile, milliseconds. */
  cpuMs: number;
  /** Parameters of a query that the server has looked for. */
  names: string[];
}

export interface Sending {
  method?: "GET" | "POST";
  path: string;
  /** Nobody where it is null. */
  as: string | null;
  body?: string;
  /** The browser's address, as a proxy tells it. */
  address?: string;
}

/** The built portal with the small census behind a proxy's name, asked one request at a time. */
export async function startWatchedPortal() {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-fuzz-"));
  const file = join(folder, "watched");
  writeFileSync(file, "");
  const provider = await openTestProvider(ORIGIN);
  const portal = await startPortal({
    census: FUZZ_CENSUS,
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: "Velmora Staff",
      PUBLIC_URL: ORIGIN,
      NODE_OPTIONS: `--import ${WATCH}`,
      WATCH_FILE: file,
    },
  });
  importReports(portal);
  await storeSomeOfAll(portal);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const cookies = new Map<string, string>();
  const lines = linesOf(file);
  let requests = 0;

  async function send(sending: Sending): Promise<Answer> {
    requests += 1;
    const number = requests;
    const { method = "GET", path, as, body, address = "192.0.2.1" } = sending;
    const cookie = as === null ? undefined : await cookieOf(as);
    const answer = await exchange(path, {
      method,
      body,
      headers: {
        host: HOST,
        "x-watch": String(number),
        "x-forwarded-for": address,
        ...(cookie === undefined ? {} : { cookie }),
        ...(method === "POST"
          ? {
              origin: ORIGIN,
              "content-type": "application/x-www-form-urlencoded",
              "content-length": String(Buffer.byteLength(body ?? "")),
            }
          : {}),
      },
    });
    const line = watched.parse(JSON.parse(await lines.take(number)));
    return { ...answer, cpuMs: line.ms, names: line.names };
  }

  async function exchange(
    path: string,
    asking: RawRequest,
  ): Promise<Omit<Answer, "cpuMs" | "names"> & { cookie: string }> {
    const request = { ...asking, agent };
    const answer = await rawRequest(portal.origin, path, request);
    const { status, headers, text } = answer;
    const set = [headers["set-cookie"] ?? []].flat();
    return {
      status,
      type: String(headers["content-type"] ?? ""),
      location: headers.location?.toString() ?? null,
      cookie: set.map((line) => line.split(";", 1)[0]).join("; "),
      text,
    };
  }

  async function cookieOf(username: string): Promise<string> {
    const held = cookies.get(username);
    if (held !== undefined) return held;
    if (username === UNLINKED) return cookieOfClaim();
    const body = new URLSearchParams({ username, password: PASSWORD });
    const { status, cookie } = await exchange("/login", {
      method: "POST",
      body: String(body),
      headers: {
        host: HOST,
        origin: ORIGIN,
        "x-forwarded-for": "192.0.2.2",
        "content-type": "application/x-www-form-urlencoded",
      },
    });
    if (status !== 302) throw new Error(`${username} got ${status} at login`);
    cookies.set(username, cookie);
    return cookie;
  }

  /** Goes by the organisation's login. */
  async function cookieOfClaim(): Promise<string> {
    const ask = async (path: string, cookie: string) =>
      exchange(path, {
        headers: {
          host: HOST,
          "x-forwarded-for": "192.0.2.2",
          referer: `${ORIGIN}/login`,
          cookie,
        },
      });
    const begun = await ask("/oidc", "");
    const back = await provider.walk(begun.location ?? "");
    const { cookie } = await ask(back.pathname + back.search, begun.cookie);
    cookies.set(UNLINKED, cookie);
    return cookie;
  }

  await cookieOf(OWNER);
  cookies.delete(OWNER);
  await cookieOf(OWNER);
  await storeFactors(portal, [OWNER, "half", "other-8"]);
  return {
    send,
    /** How many requests it has answered. */
    requests: () => requests,
    /** The next request of that user signs in again. */
    forget: (username: string) => cookies.delete(username),
    /** What it has logged as an error so far, and whatever is no line of its log. */
    errors: async () => (await portal.log()).filter(isError),
    async stop(): Promise<void> {
      agent.destroy();
      await portal.stop();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type WatchedPortal = Awaited<ReturnType<typeof startWatchedPortal>>;

function isError(line: string): boolean {
  if (!line.startsWith("{")) return !LINES_OF_REMIX.test(line);
  const { level } = z.object({ level: z.string() }).parse(JSON.parse(line));
  return level === "error" || level === "fatal";
}

/** Lines of a file that grows. */
function linesOf(file: string) {
  const chunk = Buffer.alloc(64 * 1024);
  let position = 0;
  let rest = "";
  const found = new Map<number, string>();
  function readMore(): void {
    const handle = openSync(file, "r");
    const bytes = readSync(handle, chunk, 0, chunk.length, position);
    closeSync(handle);
    position += bytes;
    const lines = (rest + chunk.toString("utf8", 0, bytes)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const number = /"number":(\d+)/.exec(line)?.[1];
      if (number !== undefined) found.set(Number(number), line);
    }
  }
  return {
    /** The line of a request; it is written when the answer is out. */
    async take(number: number): Promise<string> {
      for (const until = Date.now() + WRITTEN_WITHIN_MS; ; await wait(1)) {
        readMore();
        const line = found.get(number);
        found.delete(number);
        if (line !== undefined) return line;
        if (Date.now() > until) throw new Error(`no line of ${number}`);
      }
    },
  };
}
