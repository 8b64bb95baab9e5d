import { deleteUserSessions, postSessionEnd } from "~/contract/second-factor";
import { endOwnSession } from "~server/auth/own-sessions";
import { requireAccountManager } from "~server/users/require-account-manager";
import { endSessionsOf } from "~server/users/sessions-of-users";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { register, type Doors } from "~server/door/doors";

/** Sessions that a user or an account manager ends. */
export function registerSecondFactor(doors: Doors, deps: ApiDeps): void {
  register(doors, postSessionEnd, async ({ body, user, origin }) => {
    const { db } = deps.store;
    await endOwnSession(db, body.session, user, deps.clock(), origin);
    return null;
  });

  register(doors, deleteUserSessions, async (call) => {
    requireAccountManager(call.viewer);
    await endSessionsOf(deps.store, call.params.id, actorOf(deps, call));
    return null;
  });
}
