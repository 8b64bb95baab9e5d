import type { Kysely } from "kysely";
import { searchPhysicians } from "~/contract/physicians";
import {
  findPhysicians,
  indexPhysicians,
} from "~/features/users/rules/physician-search";
import type { ApiDeps } from "~server/door/api-deps";
import { readDataState } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { requireAccountManager } from "~server/users/require-account-manager";
import { register, type Doors } from "~server/door/doors";

/** It ends every answer (R219). */
const EMPTY_ENTRY = { npi: null, first_name: "", last_name: "" };

function listAll(db: Kysely<Schema>) {
  return db
    .selectFrom("physicians")
    .select(["npi", "first_name", "last_name"])
    .execute();
}

/** The search for the physician that a user is, for those who administer users (R219). */
export function registerPhysicians(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, searchPhysicians, async ({ viewer, query }) => {
    requireAccountManager(viewer);
    const state = await readDataState(db);
    const index = await deps.cache.remember(
      ["physicians", state.version],
      async () => indexPhysicians(await deps.replicas.read(state, listAll)),
    );
    return { data: [...findPhysicians(index, query.s), EMPTY_ENTRY] };
  });
}
