/** Why a call got no answer at all: the host's own status codes are answers, not failures. */
export type UpstreamFailureReason = "unreachable" | "timeout" | "too-large";

export class UpstreamFailure extends Error {
  readonly reason: UpstreamFailureReason;

  constructor(reason: UpstreamFailureReason, options?: ErrorOptions) {
    super(`API host: ${reason}`, options);
    this.name = "UpstreamFailure";
    this.reason = reason;
  }
}

export interface UpstreamRequest {
  method: "GET" | "POST" | "DELETE";
  /** Path and query, from its first slash. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

export interface UpstreamAnswer {
  status: number;
  contentType: string;
  retryAfter: string | null;
  text: string;
}

/** Asks an API host; throws {@link UpstreamFailure} where no answer came. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamAnswer>;
