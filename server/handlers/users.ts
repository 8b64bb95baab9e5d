import {
  createUser as createUserCall,
  deleteUser as deleteUserCall,
  getUsers,
  updateUser as updateUserCall,
} from "~/contract/users";
import { userWords } from "~/features/users/rules/words";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { Refusal } from "~server/refusal";
import { recentEmergencyEntries } from "~server/auth/emergency-entries";
import { readDataState } from "~server/store/data-state";
import { createUser } from "~server/users/create-user";
import { deleteUser, updateUser } from "~server/users/update-user";
import { readPhysiciansOf, readUsers } from "~server/users/listed-users";
import { requireAccountManager } from "~server/users/require-account-manager";
import { readWantedUser, requireFitPassword } from "~server/users/wanted-user";
import { register, type Doors } from "~server/door/doors";

/** 403 for all who do not administer users (R221); 400 for bad input, 409 for a taken username or an old edit. */
export function registerUsers(doors: Doors, deps: ApiDeps): void {
  const { store } = deps;

  register(doors, getUsers, async ({ viewer }) => {
    requireAccountManager(viewer);
    const users = await readUsers(store.db, deps.provider?.issuer ?? null);
    if (users.length === 0) return null;
    const { lastUpdated } = await readDataState(store.db);
    const physicians = await readPhysiciansOf(store.db, users);
    return {
      users,
      physicians,
      ...(deps.provider && {
        emergency_entries: await recentEmergencyEntries(store.db, deps.clock()),
      }),
      lastUpdated,
    };
  });

  register(doors, createUserCall, async (call) => {
    requireAccountManager(call.viewer);
    const { password } = call.body;
    if (password === undefined) {
      throw new Refusal(400, userWords.missing.password, {
        field: "password",
      });
    }
    requireFitPassword(password, call.body.username, deps);
    const wanted = readWantedUser(call.body);
    const id = await createUser(store, wanted, password, actorOf(deps, call));
    return { data: { id } };
  });

  register(doors, updateUserCall, async (call) => {
    requireAccountManager(call.viewer);
    const { id } = call.params;
    const { password, version } = call.body;
    if (password !== undefined) {
      requireFitPassword(password, call.body.username, deps);
    }
    const wanted = readWantedUser(call.body);
    const issuer = deps.provider?.issuer ?? null;
    const change = { wanted, password, version, issuer };
    await updateUser(store, id, change, actorOf(deps, call));
    return { data: { id } };
  });

  register(doors, deleteUserCall, async (call) => {
    requireAccountManager(call.viewer);
    await deleteUser(store, call.params.id, actorOf(deps, call));
    return null;
  });
}
