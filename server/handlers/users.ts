import {
  createUser as createUserCall,
  deleteUser as deleteUserCall,
  getUsers,
  updateUser as updateUserCall,
  type User,
  type UserPhysician,
} from "~/contract/users";
import { userWords } from "~/features/users/rules/words";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { Refusal } from "~server/refusal";
import { recentEmergencyEntries } from "~server/auth/emergency-entries";
import { readDataState } from "~server/store/data-state";
import { createUser, deleteUser, updateUser } from "~server/users/update-user";
import { requireAccountManager } from "~server/users/actor";
import { readWantedUser, requireFitPassword } from "~server/users/wanted-user";
import { register, type Doors } from "~server/door/doors";
import type { Kysely } from "kysely";
import { accessLevel } from "~/contract/wire";
import { parseLevelIds } from "~/features/users/rules/access-levels";
import type { Schema } from "../store/schema";

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

async function readPhysiciansOf(
  db: Kysely<Schema>,
  users: readonly User[],
): Promise<UserPhysician[]> {
  const npis = new Set(
    users
      .filter((user) => user.access_level === "physician")
      .flatMap((user) => parseLevelIds(user.access_level_id)),
  );
  if (npis.size === 0) return [];
  const all = await db
    .selectFrom("physicians")
    .select(["npi", "first_name", "last_name"])
    .execute();
  return all.filter(({ npi }) => npis.has(npi));
}

/** Sorts by creation; `issuer` is null without an organisation's login. */
async function readUsers(
  db: Kysely<Schema>,
  issuer: string | null,
): Promise<User[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .leftJoin("organisation_accounts", (join) =>
      join
        .onRef("organisation_accounts.user_id", "=", "users.id")
        .on("organisation_accounts.issuer", "=", issuer ?? ""),
    )
    .select([
      "id",
      "username",
      "firstname",
      "lastname",
      "access_level",
      "access_level_id",
      "isnp_only",
      "emergency_entry",
      "last_login_at",
      "version",
      "second_factors.user_id as factor_of",
      "organisation_accounts.user_id as account_of",
      "organisation_accounts.by_groups",
    ])
    .orderBy("id")
    .execute();
  return rows.map(
    ({ factor_of, account_of, by_groups, emergency_entry, ...row }) => ({
      ...row,
      access_level: accessLevel.parse(row.access_level),
      isnp_only: row.isnp_only !== 0,
      second_factor: factor_of !== null,
      ...(issuer !== null && {
        organisation_account: account_of !== null,
        rights_by_groups: by_groups === 1,
        emergency_entry: emergency_entry === 1,
      }),
    }),
  );
}
