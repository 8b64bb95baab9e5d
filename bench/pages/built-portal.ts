import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createRequestHandler,
  installGlobals,
  type EntryContext,
  type ServerBuild,
} from "@remix-run/node";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { ROOT } from "../served/served-portal";

const ORIGIN = "http://127.0.0.1:3000";

/** The built portal in this process, without a socket. */
export interface BuiltPortal {
  /** Cookie of a new session. */
  signIn(username: string): Promise<string>;
  /** Where the first page of a session leads. */
  homeOf(cookie: string): Promise<string>;
  /** The page as it is sent, compressed; throws unless it stands. */
  page(path: string, cookie: string): Promise<ArrayBuffer>;
  /** What the page sent last was rendered from. */
  rendered(): { context: EntryContext; url: string };
}

type Render = NonNullable<ServerBuild["entry"]["module"]["default"]>;

/** Loads the build as remix-serve does; the data server of this process has to be in its place by then. */
export async function loadBuiltPortal(): Promise<BuiltPortal> {
  installGlobals({ nativeFetch: false });
  const file = pathToFileURL(join(ROOT, "build", "index.js")).href;
  const build = (await import(file)) as ServerBuild;
  let last: ReturnType<BuiltPortal["rendered"]> | undefined;
  const render: Render = (request, status, headers, context, ...rest) => {
    last = { context, url: request.url };
    return build.entry.module.default(
      request,
      status,
      headers,
      context,
      ...rest,
    );
  };
  const handle = createRequestHandler(
    {
      ...build,
      entry: {
        ...build.entry,
        module: { ...build.entry.module, default: render },
      },
    },
    "production",
  );
  const send = (path: string, cookie: string, init: RequestInit = {}) =>
    handle(
      new Request(ORIGIN + path, {
        ...init,
        headers: {
          host: new URL(ORIGIN).host,
          origin: ORIGIN,
          cookie,
          accept: "text/html",
          "accept-encoding": "gzip, deflate, br",
          "x-request-id": randomUUID(),
          ...(init.headers as Record<string, string>),
        },
      }),
    );

  return {
    async signIn(username) {
      const response = await send("/login", "", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          username,
          password: DEMO_PASSWORD,
        }).toString(),
      });
      if (response.status !== 302) {
        throw new Error(`${username}: sign-in gave ${response.status}`);
      }
      // The fetch that Remix brings tells all cookies in one line.
      return (response.headers.get("set-cookie") ?? "")
        .split(/,\s*(?=[\w-]+=)/)
        .map((line) => line.split(";", 1)[0])
        .join("; ");
    },
    async homeOf(cookie) {
      const { headers } = await send("/", cookie);
      return headers.get("location") ?? "/";
    },
    async page(path, cookie) {
      const response = await send(path, cookie);
      if (response.status !== 200) {
        throw new Error(`${path} gave ${response.status}`);
      }
      return response.arrayBuffer();
    },
    rendered() {
      if (!last) throw new Error("no page was sent yet");
      return last;
    },
  };
}
