import { json } from "@remix-run/node";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { NO_STORE } from "./no-store.server";

/** The answer to a form with a secret, which no browser may keep. */
export function refusedForm<Answer>(
  status: number,
  answer: Answer,
  retryAfter?: string,
) {
  return json(answer, {
    status,
    headers: {
      "Cache-Control": NO_STORE,
      ...(retryAfter && { "Retry-After": retryAfter }),
    },
  });
}

/** The fields of a form by their names at the data server, which says why it refuses; 503 if it is not the user's doing. */
export function refusalAtFields<Field extends string>(
  failure: CallFailure,
  fields: Readonly<Record<string, Field>>,
) {
  const text = failureWords(failure);
  const status = refusalStatus(failure);
  const blamed = status === 503 ? undefined : fields[failure.field ?? ""];
  const fieldErrors: Partial<Record<Field, string>> = {};
  if (blamed === undefined)
    return { status, answer: { error: text, fieldErrors } };
  fieldErrors[blamed] = text;
  return { status, answer: { fieldErrors } };
}
