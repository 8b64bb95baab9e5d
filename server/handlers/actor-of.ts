import type { Actor } from "~server/users/actor";
import type { ApiDeps } from "~server/door/api-deps";
import type { Call } from "~server/door/handler";

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
