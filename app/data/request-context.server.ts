import { randomUUID } from "node:crypto";

/** Set by boot on every request that came over a socket; what a client sends under these names is dropped. */
export const REQUEST_ID_HEADER = "x-request-id";
export const CLIENT_ADDRESS_HEADER = "x-client-address";

export function requestIdOf(request: Request): string {
  return request.headers.get(REQUEST_ID_HEADER) ?? randomUUID();
}

/** Address of the browser, or of the proxy before it. */
export function clientAddressOf(request: Request): string | undefined {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? undefined;
}
