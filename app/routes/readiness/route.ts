import { json } from "@remix-run/node";
import { isUpstreamReady } from "~/data/upstream.server";
import { isPortalDatabaseReady } from "~/session/portal-database.server";
import { isStopping } from "~/runtime/stop-on-signal.server";

/**
 * Says that pages can be served: the data server is open or the API host answers, the sessions can be read, and no stop is
 * under way.
 */
export async function loader() {
  const isReady =
    !isStopping() &&
    (await Promise.all([isUpstreamReady(), isPortalDatabaseReady()])).every(
      Boolean,
    );
  return json(
    { status: isReady ? "ready" : "not ready" },
    {
      status: isReady ? 200 : 503,
      headers: { "Cache-Control": "no-store" },
    },
  );
}
