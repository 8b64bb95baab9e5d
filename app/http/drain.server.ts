declare global {
  /** Whether this process is ending; it outlives a rebuild in development. */
  var sojournStopping: boolean | undefined;
}

/** True from the first SIGTERM or SIGINT on: requests under way are finished, and no new ones are asked for. */
export function isStopping(): boolean {
  return globalThis.sojournStopping === true;
}

export function startStopping(): void {
  globalThis.sojournStopping = true;
}
