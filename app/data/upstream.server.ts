import { THROUGH_HEADER } from "~/contract/metricdatacsv";
import { DataDirInUseError } from "~server/data-dir-lock";
import { openDataServer, type DataServer } from "~server/data-server";
import type { ReplicaCounts } from "~server/store/read-replicas";
import { settings } from "~/env.server";
import { log } from "~/log.server";
import { httpStream } from "./http-stream.server";
import { httpUpstream } from "./http-upstream.server";
import {
  UpstreamFailure,
  type OpenStream,
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
  if (request.signal?.aborted) throw new UpstreamFailure("cancelled");
  const left = new AbortController();
  const answered = askInProcess(request, left.signal).then(readAnswer);
  return untilGivenUp(answered, request, left);
};

const streamInProcess: OpenStream = async (request) => {
  if (request.signal?.aborted) throw new UpstreamFailure("cancelled");
  const left = new AbortController();
  const answered = askInProcess(request, left.signal);
  let response: Response;
  try {
    response = await untilGivenUp(answered, request, left);
  } catch (error) {
    // It may come yet, and nobody would read it.
    void answered.then((late) => late.body?.cancel()).catch(() => undefined);
    throw error;
  }
  const reader = response.body?.getReader();
  return {
    ...headOf(response),
    async next() {
      const part = await reader?.read();
      return part?.value ?? null;
    },
    stop() {
      reader?.cancel().catch(() => undefined);
    },
  };
};

/** What was answered, unless the deadline or the caller ends the wait, which `left` then tells. */
async function untilGivenUp<T>(
  answered: Promise<T>,
  { deadlineMs, signal }: UpstreamRequest,
  left: AbortController,
): Promise<T> {
  const over = new AbortController();
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = (reason: "timeout" | "cancelled") => {
      left.abort();
      reject(new UpstreamFailure(reason));
    };
    const timer = setTimeout(() => giveUp("timeout"), deadlineMs);
    over.signal.addEventListener("abort", () => clearTimeout(timer));
    signal?.addEventListener("abort", () => giveUp("cancelled"), {
      signal: over.signal,
    });
  });
  try {
    return await Promise.race([answered, givenUp]);
  } finally {
    over.abort();
  }
}

async function askInProcess(
  { method, path, headers, body }: UpstreamRequest,
  left: AbortSignal,
): Promise<Response> {
  const server = await dataServer();
  return server.fetch(
    new Request(`http://data-server.invalid${path}`, {
      method,
      headers,
      signal: left,
      ...(body === undefined ? {} : { body }),
    }),
  );
}

async function readAnswer(response: Response): Promise<UpstreamAnswer> {
  return {
    ...headOf(response),
    text: response.status === 204 ? "" : await response.text(),
  };
}

function headOf(response: Response) {
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    retryAfter: response.headers.get("retry-after"),
    through: response.headers.get(THROUGH_HEADER),
  };
}

/** The API host of this portal: the operator's own by API_URL, else the data server in this process. */
export const upstream: Upstream = settings.API_URL
  ? httpUpstream(settings.API_URL)
  : inProcess;

/** As {@link upstream}, for answers too long to be held. */
export const openStream: OpenStream = settings.API_URL
  ? httpStream(settings.API_URL)
  : streamInProcess;

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

/** The standbys that the data server of this process reads from; null where it has none, or cannot tell. */
export async function upstreamReplicas(): Promise<ReplicaCounts | null> {
  if (settings.API_URL) return null;
  const counts = await dataServer().then(
    (server) => server.replicas(),
    () => null,
  );
  return counts && counts.all > 0 ? counts : null;
}

/** Ends the data server of this process, if it was opened. */
export async function closeUpstream(): Promise<void> {
  const key = settings.DATABASE_URL ?? settings.DATA_DIR;
  const opened = globalThis.sojournDataServers?.get(key);
  globalThis.sojournDataServers?.delete(key);
  await (await opened)?.close();
}
