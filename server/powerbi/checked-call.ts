import { z } from "zod";
import type { HttpsAnswer, HttpsCall, HttpsRequest } from "./https-call";
import type { HostRest } from "./host-rest";
import { PowerBiFailure } from "./power-bi-failure";

/** Makes a call and reads its answer by a shape. Throws a {@link PowerBiFailure} for every other answer. */
export type CheckedCall = <Shape extends z.ZodTypeAny>(
  request: HttpsRequest,
  shape: Shape,
) => Promise<z.output<Shape>>;

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

/** Power BI says `{error: {code}}`, Entra `{error: code}`. */
const errorBody = z.object({
  error: z.union([
    z.string(),
    z.object({ code: z.string() }).transform(({ code }) => code),
  ]),
});
/** What else stands in such a body may tell more than a log should hold. */
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
