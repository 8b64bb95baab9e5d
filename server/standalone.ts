import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { DataDirInUseError } from "./data-dir-lock";
import { openDataServer } from "./data-server";
import { ensureDemo } from "./demo/ensure-demo";
import { readSettings } from "./env";
import { showProgress } from "./import/progress";
import { createLog } from "./log";
import { watchForStop } from "./runtime/stop-serving";

const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 20_000;
const MAX_CONNECTIONS = 1_000;
const STOP_WITHIN_MS = 9_000;

/** `npm run api`: the data server alone, on a port. */
async function main(): Promise<void> {
  const settings = readSettings();
  const log = createLog(settings.LOG_LEVEL);
  const dataServer = await openDataServer({ settings, log });
  await ensureDemo({
    store: dataServer.store,
    now: new Date(),
    wanted: settings.DEMO === "1",
    siteName: settings.SITE_NAME,
    // Standard output is the log's.
    progress: showProgress(process.stderr),
  });
  const server = serve({
    fetch: (request, { incoming }) =>
      dataServer.fetch(request, incoming.socket.remoteAddress),
    hostname: settings.API_HOST,
    port: settings.API_PORT,
    overrideGlobalObjects: false,
    serverOptions: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  }) as Server;
  server.maxConnections = MAX_CONNECTIONS;
  const address = `http://${settings.API_HOST}:${settings.API_PORT}`;
  server.on("listening", () => log.info({ event: "api.started", address }));
  server.on("error", (error) => {
    log.fatal({ event: "api.failed", err: error });
    process.exitCode = 1;
    void dataServer.close();
  });
  const stop = watchForStop(server);
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Not once: whoever stops a group of processes may send the signal twice, and the second would kill this one.
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      log.info({ event: "api.stopping", signal });
      // A database that hangs would be waited for without end.
      setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
      dataServer.drain();
      void stop().then(() => dataServer.close());
    });
  }
}

main().catch((error: unknown) => {
  if (error instanceof DataDirInUseError) {
    process.stderr.write(`${error.message}\n`);
  } else {
    createLog("error").fatal({ event: "api.failed", err: error });
  }
  process.exitCode = 1;
});
