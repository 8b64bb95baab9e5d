import type { ClientActionFunctionArgs } from "@remix-run/react";

/**
 * Marks a note that was opened, in the background. Where that does not come through (no network, a host that fails) the
 * page stays as it is, with the note open: a rejection would put an error page in its place. So what waits for it is never
 * answered. Where the session is over, the way to login is taken all the same.
 */
export async function markQuietly(
  serverAction: ClientActionFunctionArgs["serverAction"],
): Promise<unknown> {
  try {
    return await serverAction();
  } catch (reason) {
    const isWayOut =
      reason instanceof Response && reason.headers.has("Location");
    if (isWayOut) throw reason;
    return new Promise<never>(() => undefined);
  }
}
