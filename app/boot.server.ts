import diagnostics from "node:diagnostics_channel";
import type { Server } from "node:http";
import {
  closeUpstream,
  isFolderInUse,
  openUpstream,
} from "./data/upstream.server";
import { settings } from "./env.server";
import { flushErrorReports } from "./error-report.server";
import { startStopping } from "./http/drain.server";
import { guardServer } from "./http/guard-server.server";
import { log } from "./log.server";
import { sessionFiles } from "./session/session-storage.server";

const SWEEP_EVERY_MS = 10 * 60_000;
const STOP_WITHIN_MS = 9_000;
const FLUSH_WITHIN_MS = 2_000;

declare global {
  /** True once this process has been set up; a rebuild in development evaluates the module again. */
  var sojournBooted: boolean | undefined;
}

/** Sets this process up before the first request; ends it where the data cannot be opened. */
export async function boot(): Promise<void> {
  try {
    await openUpstream();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // That one says all there is to say; a stack would only hide it.
    if (!isFolderInUse(error)) {
      log.fatal({ event: "start.failed", err: error }, reason);
    }
    process.stderr.write(`Sojourn cannot start: ${reason}\n`);
    process.exit(1);
  }
  if (globalThis.sojournBooted) return;
  globalThis.sojournBooted = true;
  guardFirstServer();
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS);
  sweeping.unref();
  sweep();
}

/** remix-serve owns its server and shows it to nobody; it is met at its first request. */
function guardFirstServer(): void {
  let portal: Server | undefined;
  const onRequest = (message: unknown) => {
    const { server } = message as { server: Server };
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    if (server === portal || port !== settings.PORT) return;
    portal = server;
    guardServer(server);
  };
  diagnostics.subscribe("http.server.request.start", onRequest);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => stop(portal));
  }
}

/** remix-serve stops listening on the same signal; what is under way is finished first. */
function stop(portal: Server | undefined): void {
  startStopping();
  log.info({ event: "stop.draining" }, "finishing what is under way");
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  const finish = () => {
    const ends = [closeUpstream(), flushErrorReports(FLUSH_WITHIN_MS)];
    void Promise.allSettled(ends).finally(() => process.exit(0));
  };
  if (portal) portal.once("close", finish);
  else finish();
}

function sweep(): void {
  void sessionFiles.sweep().then(
    (swept) => log.debug({ event: "session.swept", sessions: swept }),
    (error: unknown) => log.error({ event: "session.sweep", err: error }),
  );
}
