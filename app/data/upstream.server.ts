import { DataDirInUseError } from "~server/data-dir-lock";
import { openDataServer, type DataServer } from "~server/data-server";
import { settings } from "~/env.server";
import { log } from "~/log.server";
import { httpUpstream } from "./http-upstream.server";
import {
  UpstreamFailure,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "./upstream-failure.server";

declare global {
  /** Data servers of this process by folder: they outlive a rebuild of the portal in development. */
  var sojournDataServers: Map<string, Promise<DataServer>> | undefined;
}

function dataServer(): Promise<DataServer> {
  const servers = (globalThis.sojournDataServers ??= new Map<
    string,
    Promise<DataServer>
  >());
  const key = settings.DATABASE_URL ?? settings.DATA_DIR;
  let opened = servers.get(key);
  if (!opened) {
    opened = openDataServer({
      settings,
      log: log.child({ part: "data-server" }),
    });
    servers.set(key, opened);
  }
  return opened;
}

/** The data server of this process, called without a network. */
const inProcess: Upstream = async (request) => {
  const server = await dataServer();
  const answered = answerInProcess(server, request);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new UpstreamFailure("timeout")),
      request.deadlineMs,
    );
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
};

async function answerInProcess(
  server: DataServer,
  { method, path, headers, body }: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const url = `http://data-server.invalid${path}`;
  const response = await server.fetch(
    new Request(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    }),
  );
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    retryAfter: response.headers.get("retry-after"),
    text: response.status === 204 ? "" : await response.text(),
  };
}

/** The API host of this portal: the operator's own by API_URL, else the data server in this process. */
export const upstream: Upstream = settings.API_URL
  ? httpUpstream(settings.API_URL)
  : inProcess;

/** Opens the data server before the first request, so that a folder in use or a bad database ends the start. */
export async function openUpstream(): Promise<void> {
  if (!settings.API_URL) await dataServer();
}

/** True where {@link openUpstream} failed because another server has the data folder. */
export function isFolderInUse(error: unknown): boolean {
  return error instanceof DataDirInUseError;
}

/** True when calls can be answered now: the data server is open, or the API host answers anything at all. */
export async function isUpstreamReady(): Promise<boolean> {
  try {
    if (!settings.API_URL) return await (await dataServer()).ready();
    await upstream({
      method: "GET",
      path: "/",
      headers: {},
      deadlineMs: 2_000,
    });
    return true;
  } catch {
    return false;
  }
}

/** Ends the data server of this process, if it was opened. */
export async function closeUpstream(): Promise<void> {
  const key = settings.DATABASE_URL ?? settings.DATA_DIR;
  const opened = globalThis.sojournDataServers?.get(key);
  globalThis.sojournDataServers?.delete(key);
  await (await opened)?.close();
}
