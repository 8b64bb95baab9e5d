const STOP_WITHIN_MS = 9_000;

declare global {
  /** Outlives a rebuild in development. */
  var sojournStopping: boolean | undefined;
}

/** True from the first SIGTERM or SIGINT on: readiness says no, and requests are answered for a moment more. */
export function isStopping(): boolean {
  return globalThis.sojournStopping === true;
}

/** Runs `stop` at the first SIGTERM or SIGINT, and ends the process after it, or after nine seconds. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Not once: whoever stops a group of processes may send the signal twice, and the second would kill this one.
    process.on(signal, () => {
      if (isStopping()) return;
      globalThis.sojournStopping = true;
      const end = () => process.exit();
      // What hangs, such as a database, would be waited for without end.
      setTimeout(end, STOP_WITHIN_MS).unref();
      void stop().finally(end);
    });
  }
}
