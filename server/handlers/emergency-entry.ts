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
import type { ApiDeps } from "./api-deps";
import type { Api, Call } from "./call";
import { serve } from "./serve";

/** Who is an emergency account, for account managers to say; 404 where the organisation has no login of its own. */
export function registerEmergencyEntry(app: Api, deps: ApiDeps): void {
  const { store } = deps;

  serve(app, postEmergencyEntry, deps, async (call) => {
    await markEmergencyAccount(store, call.params.id, managerOf(call));
    return null;
  });

  serve(app, deleteEmergencyEntry, deps, async (call) => {
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
