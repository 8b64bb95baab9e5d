import https from "node:https";
import { callForText, NoAnswer } from "~/runtime/http-call.server";
import { PowerBiFailure } from "./power-bi-failure";

export interface CallLimits {
  connectMs: number;
  wholeMs: number;
}

/** The portal waits 10 s for an embed: enough for one slow call and the next. */
const CALL_LIMITS: CallLimits = { connectMs: 1_000, wholeMs: 4_500 };

/** Real answers take a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_SOCKETS = 8;
/** Close idle connections before middleboxes do; a call on a dead one would hang. */
const KEPT_IDLE_MS = 30_000;

export interface HttpsRequest {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

export interface HttpsAnswer {
  status: number;
  /** Retry-After in seconds, if given. */
  retryAfterS: number | null;
  text: string;
}

/** Makes one call. Throws a {@link PowerBiFailure} if no answer came. */
export type HttpsCall = (request: HttpsRequest) => Promise<HttpsAnswer>;

export function createHttpsCall(limits: CallLimits = CALL_LIMITS): HttpsCall {
  const agent = new https.Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS,
    timeout: KEPT_IDLE_MS,
  });
  return async ({ url, ...request }) => {
    const headers = { accept: "application/json", ...request.headers };
    const { status, text, ...answer } = await callForText(
      url,
      { ...request, headers },
      { ...limits, agent, maxBytes: MAX_ANSWER_BYTES },
    ).catch((error: unknown) => {
      throw failureOf(error);
    });
    return {
      status,
      retryAfterS: secondsOf(answer.headers["retry-after"]),
      text,
    };
  };
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof NoAnswer)) return error;
  const { code } = error;
  return code === "too-long"
    ? new PowerBiFailure("odd")
    : new PowerBiFailure("unreachable", { code });
}

function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header)
    ? Number(header)
    : null;
}
