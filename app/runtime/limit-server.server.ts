import type { Server } from "node:http";

/** What every HTTP server of the product gives its clients. Node looks every 30 seconds for requests that are late. */
export function limitServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 20_000;
  server.maxConnections = 2_000;
}
