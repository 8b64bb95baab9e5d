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

/** The form again, with why the data server did not take it; what is not the user's doing is 503. `codeField` is the field that held the code. */
export function refuseAttempt(
  failure: CallFailure,
  codeField: "code" | "recoveryCode" = FACTOR_FIELDS.code,
  drawn?: DrawnKey,
) {
  const { status, field, retryAfter } = failure;
  const words = failureWords(failure);
  const isUsersDoing = status >= 400 && status < 500;
  const formFields: Record<string, keyof FactorRefusal["fieldErrors"]> = {
    code: codeField,
    current_password: FACTOR_FIELDS.password,
    present_code: FACTOR_FIELDS.presentCode,
  };
  const blamed = formFields[field ?? ""];
  const why =
    isUsersDoing && blamed
      ? { fieldErrors: { [blamed]: words } }
      : { error: words, fieldErrors: {} };
  return refuse(
    isUsersDoing ? status : 503,
    { ...why, ...(drawn && { drawn }) },
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
