import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { demoNotice, unusedSettings } from "~/contract/settings";
import { DataDirInUseError } from "./data-dir-lock";
import { openDataServer } from "./data-server";
import { demoLeft, ensureDemo } from "./demo/ensure-demo";
import { readSettings } from "./env";
import { showProgress } from "./command-line/progress";
import { createLog } from "./log";
import { stopOnSignal } from "~/runtime/stop-on-signal.server";
import { limitServer, watchForStop } from "~/runtime/stop-serving.server";

async function main(): Promise<void> {
  const settings = readSettings();
  const log = createLog(settings.LOG_LEVEL);
  process.stderr.write(unusedSettings(settings));
  const dataServer = await openDataServer({ settings, log });
  const outcome = await ensureDemo({
    store: dataServer.store,
    now: new Date(),
    wanted: settings.DEMO === "1",
    siteName: settings.SITE_NAME,
    // Standard output is for the log.
    progress: showProgress(process.stderr),
  });
  const { store } = dataServer;
  const found = outcome === "not-wanted" ? await demoLeft(store) : "demo";
  const notice = demoNotice(settings, found);
  if (notice) process.stderr.write(`${notice}\n`);
  const server = serve({
    fetch: (request, { incoming }) =>
      dataServer.fetch(request, incoming.socket.remoteAddress),
    hostname: settings.API_HOST,
    port: settings.API_PORT,
    overrideGlobalObjects: false,
  }) as Server;
  limitServer(server);
  const address = `http://${settings.API_HOST}:${settings.API_PORT}`;
  server.on("listening", () => log.info({ event: "api.started", address }));
  server.on("error", (error) => {
    log.fatal({ event: "api.failed", err: error });
    process.exitCode = 1;
    void dataServer.close();
  });
  const stop = watchForStop(server);
  stopOnSignal(async () => {
    log.info({ event: "api.stopping" });
    await stop();
    await dataServer.close();
  });
}

main().catch((error: unknown) => {
  if (error instanceof DataDirInUseError) {
    process.stderr.write(`${error.message}\n`);
  } else {
    createLog("error").fatal({ event: "api.failed", err: error });
  }
  process.exitCode = 1;
});
