import { z } from "zod";
import { callForText, NoAnswer } from "~/runtime/http-call.server";
import type { Clock } from "~server/clock/clock";
import { PowerBiFailure } from "./power-bi-failure";

/** The portal waits 10 s for an embed: enough for one slow call and the next. Real answers take a few kilobytes. */
const LIMITS = { wholeMs: 4_500, connectMs: 1_000, maxBytes: 1024 * 1024 };
const FAILURES_BEFORE_REST = 5;
const REST_S = 10;
/** Cap on a longer pause requested by the service: a call costs it nothing. */
const LONGEST_REST_S = 120;

export interface CheckedRequest {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** Makes a call and parses its answer. Throws a {@link PowerBiFailure} for any other answer. */
export type CheckedCall = <Shape extends z.ZodTypeAny>(
  request: CheckedRequest,
  shape: Shape,
) => Promise<z.output<Shape>>;

/** Calls to one host, which fail at once while it wants to be left alone or after several failures. */
export function createCheckedCall(
  clock: Clock,
  wholeMs = LIMITS.wholeMs,
): CheckedCall {
  let failures = 0;
  let restsUntil = 0;
  const noteFailure = ({ reason, retryAfterS }: PowerBiFailure) => {
    const isDown = reason === "busy" || reason === "unreachable";
    failures = isDown ? failures + 1 : 0;
    const rest = retryAfterS ?? (failures < FAILURES_BEFORE_REST ? 0 : REST_S);
    const seconds = isDown ? Math.min(rest, LONGEST_REST_S) : 0;
    restsUntil = clock().getTime() + seconds * 1_000;
  };
  return async (request, shape) => {
    const leftMs = restsUntil - clock().getTime();
    if (leftMs > 0) {
      const retryAfterS = Math.ceil(leftMs / 1_000);
      throw new PowerBiFailure("busy", { code: "resting", retryAfterS });
    }
    try {
      const answer = await send(request, { ...LIMITS, wholeMs });
      const read = shape.safeParse(jsonOf(answer));
      if (!read.success) throw new PowerBiFailure("odd", { status: 200 });
      failures = 0;
      return read.data as z.output<typeof shape>;
    } catch (error) {
      if (error instanceof PowerBiFailure) noteFailure(error);
      throw error;
    }
  };
}

/** The text of an answer with status 200. */
async function send(
  { url, ...request }: CheckedRequest,
  limits: typeof LIMITS,
): Promise<string> {
  const { status, headers, text } = await callForText(
    url,
    request,
    limits,
  ).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    const { code } = error;
    const reason = code === "too-long" ? "odd" : "unreachable";
    throw new PowerBiFailure(reason, { code });
  });
  if (status === 200) return text;
  const after = headers["retry-after"] ?? "";
  const retryAfterS = /^\d{1,6}$/.test(after) ? Number(after) : null;
  const code = codeIn(text);
  throw new PowerBiFailure(reasonOf(status), { status, retryAfterS, code });
}

const TOO_MANY = 429;

function reasonOf(status: number): PowerBiFailure["reason"] {
  if (status === TOO_MANY || status >= 500) return "busy";
  return status >= 400 ? "refused" : "odd";
}

/** Power BI answers `{error: {code}}`, Entra `{error: code}`. */
const errorBody = z.object({
  error: z.union([
    z.string(),
    z.object({ code: z.string() }).transform(({ code }) => code),
  ]),
});
/** Only short codes are safe to log. */
const CODE = /^[\w.-]{1,60}$/;

function codeIn(text: string): string | null {
  const read = errorBody.safeParse(jsonOf(text));
  return read.success && CODE.test(read.data.error) ? read.data.error : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
