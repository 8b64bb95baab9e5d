import { endSessionsWords } from "~/features/users/rules/end-sessions-words";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Actor } from "./actor";
import { actOnUser } from "./locked-users";

/** Ends all sessions of a user. Throws 400 for the own ones, 401, 403, and 404 where there is no such user. */
export async function endSessionsOf(
  store: Store,
  id: number,
  actor: Actor,
): Promise<void> {
  await actOnUser(store, id, actor, "end_sessions", async (trx) => {
    if (id === actor.user.id) throw new Refusal(400, endSessionsWords.own);
    await revokeSessionsOf(trx, id, { at: actor.at.toISOString() });
  });
}
