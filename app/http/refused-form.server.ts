import { json } from "@remix-run/node";
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
