import {
  deleteEmergencyEntry,
  postEmergencyEntry,
} from "~/contract/emergency-entry";
import { notFound } from "~server/refusal";
import type { Actor } from "~server/users/actor";
import {
  markEmergencyAccount,
  unmarkEmergencyAccount,
} from "~server/users/emergency-accounts";
import { requireAccountManager } from "~server/users/require-account-manager";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { register, type Doors } from "~server/door/doors";
import type { Call } from "~server/door/handler";

/** Who is an emergency account, for account managers to say; 404 where the organisation has no login of its own. */
export function registerEmergencyEntry(doors: Doors, deps: ApiDeps): void {
  const { store } = deps;

  register(doors, postEmergencyEntry, async (call) => {
    await markEmergencyAccount(store, call.params.id, managerOf(call));
    return null;
  });

  register(doors, deleteEmergencyEntry, async (call) => {
    const { id } = call.params;
    await unmarkEmergencyAccount(store, id, managerOf(call), deps);
    return null;
  });

  function managerOf(call: Call<unknown, unknown, unknown>): Actor {
    requireAccountManager(call.viewer);
    if (!deps.provider) throw notFound();
    return actorOf(deps, call);
  }
}
