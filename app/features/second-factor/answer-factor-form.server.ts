import { json } from "@remix-run/node";
import { failureWords } from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { NO_STORE } from "~/http/no-store.server";
import { FACTOR_FIELDS, type DrawnKey, type FactorRefusal } from "./drawn-key";

/** The form again, with what is wrong in each field. */
export function refuseFields(
  fieldErrors: FactorRefusal["fieldErrors"],
  drawn?: DrawnKey,
) {
  return refuse(400, { fieldErrors, ...(drawn && { drawn }) });
}

/** The form again, where no field is to blame. */
export function refuseForm(status: number, error: string, drawn?: DrawnKey) {
  const answer = { error, fieldErrors: {}, ...(drawn && { drawn }) };
  return refuse(status, answer, status === 503 ? "5" : undefined);
}

/**
 * Why the host did not take it, in its own words where it has any; what is not the user's doing is 503. `codeField` is the
 * field that held what the host calls the code.
 */
export function refusalOfHost(
  failure: CallFailure,
  codeField: "code" | "recoveryCode" = FACTOR_FIELDS.code,
  drawn?: DrawnKey,
) {
  const { status, field, retryAfter } = failure;
  const words = failureWords(failure);
  const isUsersDoing = status >= 400 && status < 500;
  const ofHost: Record<string, keyof FactorRefusal["fieldErrors"]> = {
    code: codeField,
    current_password: FACTOR_FIELDS.password,
    present_code: FACTOR_FIELDS.presentCode,
  };
  const blamed = ofHost[field ?? (status === 403 ? "code" : "")];
  const told =
    isUsersDoing && blamed
      ? { fieldErrors: { [blamed]: words } }
      : { error: words, fieldErrors: {} };
  return refuse(
    isUsersDoing ? status : 503,
    { ...told, ...(drawn && { drawn }) },
    retryAfter,
  );
}

function refuse(status: number, answer: FactorRefusal, retryAfter?: string) {
  return json(answer, {
    status,
    headers: {
      "Cache-Control": NO_STORE,
      ...(retryAfter && { "Retry-After": retryAfter }),
    },
  });
}
