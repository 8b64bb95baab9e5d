import { sql } from "kysely";
import type { Api } from "./call";
import { isStopping } from "~/runtime/stop-on-signal.server";
import type { Store } from "~server/store/open-store";

/**
 * GET /healthcheck: the process answers. GET /readiness: 503 when the database does not, or when the server is
 * stopping.
 */
export function registerHealth(app: Api, store: Store): void {
  app.get("/healthcheck", (c) => {
    c.set("route", "/healthcheck");
    return c.json({ status: "ok" });
  });
  app.get("/readiness", async (c) => {
    c.set("route", "/readiness");
    if (isStopping()) {
      return c.json({ error: "The server is stopping." }, 503);
    }
    return (await isAnswering(store))
      ? c.json({ status: "ready" })
      : c.json({ error: "The database does not answer." }, 503);
  });
}

/**
 * True when the database answers a trivial question. As for the figures of a page a transaction is begun: on SQLite that
 * opens the file anew, and meets one that is gone or broken.
 */
export async function isAnswering(store: Store): Promise<boolean> {
  try {
    await store.db
      .transaction()
      .setAccessMode("read only")
      .execute((trx) => sql`select count(*) from data_state`.execute(trx));
    return true;
  } catch {
    return false;
  }
}
