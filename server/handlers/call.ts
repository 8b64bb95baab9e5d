import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Viewer } from "~/domain/access/viewer";
import type { AuditedUser, AuditRecord } from "~server/audit/audit-events";

/** Variables of a request in the data server. */
export interface ApiEnv {
  Bindings: {
    /** Address of whoever called over a port; not there for calls of this process. */
    peer?: string | undefined;
  };
  Variables: {
    requestId: string;
    /** Of the browser; null where it is not known. */
    address: string | null;
    /** Logs with the request id. */
    log: Logger;
    /** Path pattern of the endpoint that answered. */
    route?: string;
    userId?: number;
    /** Who is asking, as the user row says now; set on every call of {@link serve}. */
    viewer: Viewer;
    /** Why an endpoint on this path did not take the request; another one on it may. */
    mismatch?: string;
  };
}

export type Api = Hono<ApiEnv>;

/** A request of an endpoint, read and checked. */
export interface PublicCall<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  log: Logger;
  /** Where the call comes from, for its audit record. */
  origin: Pick<AuditRecord, "address" | "requestId">;
  /** The bare request, for what the contract does not name. */
  request: Request;
}

/** A request of a signed-in user. */
export interface Call<Params, Query, Body> extends PublicCall<
  Params,
  Query,
  Body
> {
  viewer: Viewer;
  userId: number;
  /** The user as an audit record names them. */
  user: AuditedUser;
  /** Id of the session that the call is made in. */
  sessionId: string;
  /** A renewed session token for the answer's `token`; null while the one sent is young. */
  token: string | null;
}
