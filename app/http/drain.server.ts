import type { Server } from "node:http";
import type { Socket } from "node:net";
import { watchForStop } from "~server/runtime/stop-serving";

declare global {
  /** Whether this process is ending; it outlives a rebuild in development. */
  var sojournStopping: boolean | undefined;
}

/** True from the first SIGTERM or SIGINT on: readiness says no, and what comes is answered for a moment more. */
export function isStopping(): boolean {
  return globalThis.sojournStopping === true;
}

export function startStopping(): void {
  globalThis.sojournStopping = true;
}

/**
 * Takes the stop of a server into the portal's hands; returns what stops it. remix-serve closes its server on the same
 * signal at once, which would lose requests.
 */
export function stopGently(server: Server, first: Socket): () => Promise<void> {
  const stop = watchForStop(server, [first]);
  server.close = (callback) => {
    void stop().then(() => callback?.());
    return server;
  };
  return stop;
}
