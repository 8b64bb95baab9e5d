import { setTimeout as sleep } from "node:timers/promises";
import { parseSettings } from "~/contract/settings";
import { openDataServer } from "~server/data-server";
import { createLog } from "~server/log";

/**
 * A data server with the settings given as JSON, until it is killed or standard input ends; its log goes to standard
 * output.
 */
const { settings, problems } = parseSettings(
  JSON.parse(process.argv[2] ?? "{}") as Record<string, string>,
);
if (!settings) throw new Error(problems.join("\n"));
const server = await openDataServer({ settings, log: createLog("info") });
process.on("SIGTERM", () => {
  void server.close().then(() => process.exit(0));
});
process.stdout.write("open\n");
// The worker keeps no process alive by itself.
for (;;) await sleep(60_000);
