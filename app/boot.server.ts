import diagnostics from "node:diagnostics_channel";
import { Server } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import {
  closeUpstream,
  isFolderInUse,
  openUpstream,
} from "./data/upstream.server";
import { settings } from "./env.server";
import { flushErrorReports } from "./error-report.server";
import { isStopping, startStopping, stopGently } from "./http/drain.server";
import { guardServer } from "./http/guard-server.server";
import { log } from "./log.server";
import { keptForms } from "./session/kept-forms.server";
import { sessionFiles } from "./session/session-storage.server";

/** Published by Node for each connection that a server of this process takes. */
const CONNECTIONS = "net.server.socket";
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

/** remix-serve owns its server and shows it to nobody; it is met at its first connection. */
function guardFirstServer(): void {
  let stopPortal = async () => {};
  const onConnection = (message: unknown) => {
    const { socket } = message as {
      socket: Socket & { server?: Server | NetServer };
    };
    const { server, localPort } = socket;
    if (!(server instanceof Server) || localPort !== settings.PORT) return;
    diagnostics.unsubscribe(CONNECTIONS, onConnection);
    guardServer(server);
    stopPortal = stopGently(server, socket);
  };
  diagnostics.subscribe(CONNECTIONS, onConnection);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Not once: whoever stops a group of processes may send the signal twice, and the second would kill this one.
    process.on(signal, () => void stop(() => stopPortal()));
  }
}

/** What is under way is finished first, and then the data are let go of. */
async function stop(stopPortal: () => Promise<void>): Promise<void> {
  if (isStopping()) return;
  startStopping();
  log.info({ event: "stop.draining" }, "finishing what is under way");
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  await stopPortal();
  await Promise.allSettled([
    closeUpstream(),
    flushErrorReports(FLUSH_WITHIN_MS),
  ]);
  process.exit(0);
}

function sweep(): void {
  void Promise.all([sessionFiles.sweep(), keptForms.sweep()]).then(
    ([sessions, forms]) =>
      log.debug({ event: "session.swept", sessions, kept_forms: forms }),
    (error: unknown) => log.error({ event: "session.sweep", err: error }),
  );
}
