import type { Server } from "node:http";

const LOOK_EVERY_MS = 2_000;

/**
 * Has a server that listens already look often for requests that are late by its `headersTimeout` or `requestTimeout`.
 * By itself Node looks every 30 seconds, and takes another number only from whoever makes the server, which remix-serve
 * does. Where a version of Node begins its looking otherwise, it stays at 30 seconds.
 */
export function lookForLateRequests(
  server: Server,
  everyMs = LOOK_EVERY_MS,
): void {
  Object.assign(server, { connectionsCheckingInterval: everyMs });
  for (const listener of server.listeners("listening")) {
    // It reads that number, and ends the looking that it began before.
    if (listener.name === "setupConnectionsTracking") listener.call(server);
  }
}
