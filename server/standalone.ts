import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { DataDirInUseError } from "./data-dir-lock";
import { openDataServer } from "./data-server";
import type { DataServer } from "./data-server";
import { ensureDemo } from "./demo/ensure-demo";
import { readSettings } from "./env";
import { showProgress } from "./import/progress";
import { createLog } from "./log";

const LAST_CALLS_MS = 500;
const STOP_LIMIT_MS = 8_500;
const IDLE_CHECK_MS = 100;
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 20_000;
const MAX_CONNECTIONS = 1_000;

/** `npm run api`: the data server alone, on a port. */
async function main(): Promise<void> {
  const settings = readSettings();
  const log = createLog(settings.LOG_LEVEL);
  const dataServer = await openDataServer({ settings, log });
  await ensureDemo({
    store: dataServer.store,
    now: new Date(),
    wanted: settings.DEMO === "1",
    // Standard output is the log's.
    progress: showProgress(process.stderr),
  });
  const server = serve({
    fetch: dataServer.fetch,
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
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log.info({ event: "api.stopping", signal });
      void stop(server, dataServer);
    });
  }
}

/**
 * For a moment readiness says no while calls are still taken, so that a balancer can look elsewhere. Then nothing new
 * is taken, what has begun is answered, and the process is gone within ten seconds.
 */
async function stop(server: Server, dataServer: DataServer): Promise<void> {
  dataServer.drain();
  await sleep(LAST_CALLS_MS);
  const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
  // A kept-alive connection that falls idle later would hold the server open.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(limit);
  await dataServer.close();
}

main().catch((error: unknown) => {
  if (error instanceof DataDirInUseError) {
    process.stderr.write(`${error.message}\n`);
  } else {
    createLog("error").fatal({ event: "api.failed", err: error });
  }
  process.exitCode = 1;
});
