import type { ClientActionFunctionArgs } from "@remix-run/react";

/**
 * Marks a note that was opened, in the background, and is never answered: an answer would have the router end a step that
 * has begun meanwhile (all notes marked, other filters) with what this page showed before, and a rejection would put an
 * error page in its place. What does not come through leaves the note new on the next page. Where the session is over, the
 * way to login is taken all the same.
 */
export async function markQuietly(
  serverAction: ClientActionFunctionArgs["serverAction"],
): Promise<never> {
  try {
    await serverAction();
  } catch (reason) {
    const isWayOut =
      reason instanceof Response && reason.headers.has("Location");
    if (isWayOut) throw reason;
  }
  return new Promise<never>(() => undefined);
}
