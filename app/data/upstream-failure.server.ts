/** No answer came: the host's own status codes are no failures. `odd`: a file of the wrong kind. */
export type UpstreamFailureReason =
  | "unreachable"
  | "timeout"
  | "too-large"
  | "odd"
  | "cancelled";

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
  /** The day through which its data are complete, as it says; null where it does not. */
  through?: string | null;
  text: string;
}

/** Read it to its end or stop it. */
export interface UpstreamStream {
  status: number;
  contentType: string;
  retryAfter: string | null;
  /** The day through which its data are complete, as it says (R253); null where it does not. */
  through?: string | null;
  length?: number | null;
  /** The next part; null after the last. Rejects where the answer breaks off. */
  next(): Promise<Uint8Array | null>;
  /** Gives the rest up, here and at the host. */
  stop(): void;
}

/** Opens an answer as a stream: `deadlineMs` is for its head alone. Throws where no answer came. */
export type OpenStream = (
  request: Omit<UpstreamRequest, "body">,
) => Promise<UpstreamStream>;

export type Upstream = (request: UpstreamRequest) => Promise<UpstreamAnswer>;
