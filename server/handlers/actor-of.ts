import type { Actor } from "~server/users/actor";
import type { ApiDeps } from "~server/door/api-deps";
import type { Call } from "~server/door/handler";

/** Who changes something by a call, when, and from where. */
export function actorOf(
  { clock }: Pick<ApiDeps, "clock">,
  {
    user,
    sessionId,
    origin,
  }: Pick<Call<unknown, unknown, unknown>, "user" | "sessionId" | "origin">,
): Actor {
  return { user, sessionId, origin, at: clock() };
}
