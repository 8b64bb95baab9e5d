import { setTimeout as sleep } from "node:timers/promises";
import { parseSettings } from "~/contract/settings";
import { openDataServer } from "~server/data-server";
import { createLog } from "~server/log";

/** Runs a data server with settings in JSON, until killed or standard input ends; it logs to standard output. */
const { settings, problems } = parseSettings(
  JSON.parse(process.argv[2] ?? "{}") as Record<string, string>,
);
if (!settings) throw new Error(problems.join("\n"));
const server = await openDataServer({ settings, log: createLog("info") });
process.on("SIGTERM", () => {
  void server.close().then(() => process.exit(0));
});
process.stdout.write("open\n");
// The worker alone keeps no process alive.
for (;;) await sleep(60_000);
