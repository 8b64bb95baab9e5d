import { json } from "@remix-run/node";
import { isUpstreamReady, upstreamReplicas } from "~/data/upstream.server";
import {
  diskOfPortal,
  isPortalDatabaseReady,
} from "~/session/portal-database.server";
import { isStopping } from "~/runtime/stop-on-signal.server";

/**
 * The data server is open or the API host answers, sessions can be read, there is room to store (R255), and no stop
 * is under way.
 */
export async function loader() {
  const [hasUpstream, hasSessions, replicas] = await Promise.all([
    isUpstreamReady(),
    isPortalDatabaseReady(),
    upstreamReplicas(),
  ]);
  const disk = hasSessions ? await diskOfPortal() : "enough";
  const isReady =
    !isStopping() && hasUpstream && hasSessions && disk !== "full";
  return json(
    {
      status: isReady ? "ready" : "not ready",
      ...(disk !== "enough" && { disk }),
      ...(replicas && { replicas }),
    },
    {
      status: isReady ? 200 : 503,
      headers: { "Cache-Control": "no-store" },
    },
  );
}
