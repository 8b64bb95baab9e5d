import { settings } from "~/env.server";
import { httpStream, httpUpstream } from "./http-exchange.server";
import { dataServer } from "./in-process.server";
import type { OpenStream, Upstream } from "./upstream-failure.server";

/** The operator's own API host, by API_URL; null where the data server in this process answers. */
export const apiHost: { ask: Upstream; openStream: OpenStream } | null =
  settings.API_URL
    ? {
        ask: httpUpstream(settings.API_URL),
        openStream: httpStream(settings.API_URL),
      }
    : null;

/** Opens the data server before the first request, so that a folder in use or a bad database ends the start. */
export async function openUpstream(): Promise<void> {
  if (!apiHost) await dataServer();
}

/** Any answer of the API host counts, even an error. */
export async function isUpstreamReady(): Promise<boolean> {
  try {
    if (!apiHost) return await (await dataServer()).ready();
    await apiHost.ask({
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

/** The standbys that this process's data server reads from; null if it has none or does not know. */
export async function upstreamReplicas() {
  if (apiHost) return null;
  const counts = await dataServer().then(
    (server) => server.replicas(),
    () => null,
  );
  return counts && counts.all > 0 ? counts : null;
}
