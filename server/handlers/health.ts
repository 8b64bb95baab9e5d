import { sql } from "kysely";
import { isStopping } from "~/runtime/stop-on-signal.server";
import { diskOf } from "~/runtime/disk-space.server";
import type { ApiDeps } from "~server/door/api-deps";
import type { Store } from "~server/store/open-store";
import type { Api } from "~server/door/http-door";

/** GET /readiness: 503 without a database, with a full disk (R255), and while stopping. Standbys do not count. */
export function registerHealth(app: Api, { store, replicas }: ApiDeps): void {
  app.get("/healthcheck", (c) => {
    c.set("route", "/healthcheck");
    return c.json({ status: "ok" });
  });
  app.get("/readiness", async (c) => {
    c.set("route", "/readiness");
    if (isStopping()) return c.json({ error: "The server is stopping." }, 503);
    if (!(await isAnswering(store))) {
      return c.json({ error: "The database does not answer." }, 503);
    }
    const disk = diskOf(store);
    const counts = replicas.counts();
    return disk === "full"
      ? c.json({ error: "The disk with the data is full.", disk }, 503)
      : c.json({
          status: "ready",
          ...(disk === "low" && { disk }),
          ...(counts.all > 0 && { replicas: counts }),
        });
  });
}

export async function isReady(store: Store): Promise<boolean> {
  return (await isAnswering(store)) && diskOf(store) !== "full";
}

/** Checks the database within a transaction: on SQLite that reopens the file, so a missing or broken one is detected. */
async function isAnswering(store: Store): Promise<boolean> {
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
