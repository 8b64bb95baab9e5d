import { z } from "zod";
import type { Clock } from "~server/clock/clock";
import type { HttpsAnswer, HttpsCall, HttpsRequest } from "./https-call";
import { PowerBiFailure } from "./power-bi-failure";

/** Makes a call and parses its answer. Throws a {@link PowerBiFailure} for any other answer. */
export type CheckedCall = <Shape extends z.ZodTypeAny>(
  request: HttpsRequest,
  shape: Shape,
) => Promise<z.output<Shape>>;

const FAILURES_BEFORE_REST = 5;
const REST_S = 10;
/** Cap on a longer pause requested by the service: a call costs it nothing. */
const LONGEST_REST_S = 120;

/** Pauses calls on request or after several failures, so pages fail at once. The next call tries again. */
interface HostRest {
  /** Throws a {@link PowerBiFailure} during a pause. */
  refuseWhileResting(): void;
  answered(): void;
  failed(failure: PowerBiFailure): void;
}

export function createHostRest(clock: Clock): HostRest {
  let failures = 0;
  let until = 0;
  const restFor = (seconds: number) => {
    until = clock().getTime() + Math.min(seconds, LONGEST_REST_S) * 1_000;
  };
  return {
    refuseWhileResting() {
      const leftMs = until - clock().getTime();
      if (leftMs <= 0) return;
      const retryAfterS = Math.ceil(leftMs / 1_000);
      throw new PowerBiFailure("busy", { code: "resting", retryAfterS });
    },
    answered() {
      failures = 0;
    },
    failed({ reason, retryAfterS }) {
      if (reason !== "busy" && reason !== "unreachable") {
        failures = 0;
        return;
      }
      failures += 1;
      if (retryAfterS !== null) restFor(retryAfterS);
      else if (failures >= FAILURES_BEFORE_REST) restFor(REST_S);
    },
  };
}

export function createCheckedCall(
  call: HttpsCall,
  rest: HostRest,
): CheckedCall {
  return async (request, shape) => {
    rest.refuseWhileResting();
    try {
      const answer = await call(request);
      if (answer.status !== 200) throw failureOf(answer);
      const read = shape.safeParse(jsonOf(answer.text));
      if (!read.success) throw new PowerBiFailure("odd", { status: 200 });
      rest.answered();
      return read.data as z.output<typeof shape>;
    } catch (error) {
      if (error instanceof PowerBiFailure) rest.failed(error);
      throw error;
    }
  };
}

const TOO_MANY = 429;

function failureOf({ status, retryAfterS, text }: HttpsAnswer): PowerBiFailure {
  const facts = { status, retryAfterS, code: codeOf(text) };
  if (status === TOO_MANY || status >= 500) {
    return new PowerBiFailure("busy", facts);
  }
  return new PowerBiFailure(status >= 400 ? "refused" : "odd", facts);
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

function codeOf(text: string): string | null {
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
