import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { openStore } from "~server/store/open-store";

const PAUSE_MS = 3;

/** Another process that writes all the time, until it is told to end; then it prints how long its writes took. */
const location = z
  .union([
    z.object({ dataDir: z.string() }),
    z.object({ databaseUrl: z.string() }),
  ])
  .parse(JSON.parse(process.argv[2] ?? ""));
const store = await openStore(location, { busyLimitMs: 600_000 });
const took: number[] = [];
let isOver = false;
process.on("message", () => (isOver = true));
// Whoever has begun it has ended.
process.on("disconnect", () => process.exit());
process.send?.("ready");
while (!isOver) {
  const from = performance.now();
  const row = { failures: 1, last_failed_at: "2026-06-15T12:00:00.000Z" };
  await store.db
    .insertInto("sign_in_failures")
    .values({ key: "beside", ...row })
    .onConflict((oc) => oc.column("key").doUpdateSet(row))
    .execute();
  took.push(performance.now() - from);
  await wait(PAUSE_MS);
}
await store.close();
process.send?.(took, () => process.disconnect());
