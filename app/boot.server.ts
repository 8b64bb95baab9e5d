import diagnostics from "node:diagnostics_channel";
import { Server } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import { closeDataServer, isFolderInUse } from "./data/in-process.server";
import { openUpstream } from "./data/upstream.server";
import { unusedSettings } from "./contract/settings";
import { settings } from "./env.server";
import { flushErrorReports } from "./error-report.server";
import { guardServer } from "./guard/guard-server.server";
import { log } from "./log.server";
import { keptSteps } from "./session/organisation-cookie.server";
import { keptForms } from "./session/kept-forms.server";
import {
  closePortalDatabase,
  portalDatabase,
} from "./session/portal-database.server";
import { sessionStore } from "./session/session-storage.server";
import { stopOnSignal } from "~/runtime/stop-on-signal.server";
import { watchForStop } from "~/runtime/stop-serving.server";

/** Published by Node for each connection that a server of this process takes. */
const CONNECTIONS = "net.server.socket";
const SWEEP_EVERY_MS = 10 * 60_000;
const FLUSH_WITHIN_MS = 2_000;

declare global {
  /** True once this process has been set up; a rebuild in development evaluates the module again. */
  var sojournBooted: boolean | undefined;
}

/** Ends the process if the data cannot be opened. */
export async function boot(): Promise<void> {
  try {
    await openUpstream();
    await portalDatabase();
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
  process.stderr.write(unusedSettings(settings));
  guardFirstServer();
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS);
  sweeping.unref();
  sweep();
}

/** remix-serve shows its server to nobody, so this waits for the first connection. */
function guardFirstServer(): void {
  let stopServer = async () => {};
  const onConnection = (message: unknown) => {
    const { socket } = message as {
      socket: Socket & { server?: Server | NetServer };
    };
    const { server, localPort } = socket;
    if (!(server instanceof Server) || localPort !== settings.PORT) return;
    diagnostics.unsubscribe(CONNECTIONS, onConnection);
    guardServer(server);
    stopServer = watchForStop(server, [socket]);
    // remix-serve closes its server on the same signal at once, which would lose requests.
    server.close = (callback) => {
      void stopServer().then(() => callback?.());
      return server;
    };
  };
  diagnostics.subscribe(CONNECTIONS, onConnection);
  stopOnSignal(async () => {
    log.info({ event: "stop.draining" }, "finishing what is under way");
    await stopServer();
    await Promise.allSettled([
      closeDataServer(),
      closePortalDatabase(),
      flushErrorReports(FLUSH_WITHIN_MS),
    ]);
  });
}

function sweep(): void {
  const swept = [sessionStore.sweep(), keptForms.sweep(), keptSteps.sweep()];
  void Promise.all(swept).then(
    ([sessions, kept_forms, kept_steps]) =>
      log.debug({ event: "session.swept", sessions, kept_forms, kept_steps }),
    (error: unknown) => log.error({ event: "session.sweep", err: error }),
  );
}
