import type { AnyEndpoint } from "~/contract/endpoint";

/** One well-made call of an endpoint, and calls of it that must be refused. */
export interface EndpointCase {
  name: string;
  target: AnyEndpoint;
  /** Username of somebody who may make the call. */
  as: string;
  path: string;
  body?: Record<string, unknown>;
  /** Paths (or, for writing calls, bodies) that are no request of the contract: 400. */
  bad?: string[];
  badBody?: Record<string, unknown>;
  /** Calls that are well made but not this user's to make: 403. */
  foreign?: [username: string, path: string][];
}
