import { searchPhysicians } from "~/contract/physicians";
import {
  findPhysicians,
  indexPhysicians,
} from "~/domain/users/physician-search";
import type { ApiDeps } from "./api-deps";
import { serve } from "./serve";
import type { Api } from "./call";
import { readDataState } from "~server/store/data-state";
import { requireAccountManager } from "~server/users/require-account-manager";

/** It ends every answer (R219). */
const EMPTY_ENTRY = { npi: null, first_name: "", last_name: "" };

/** The search for the physician that a user is, for those who administer users (R219). */
export function registerPhysicians(app: Api, deps: ApiDeps): void {
  const { db } = deps.store;
  serve(app, searchPhysicians, deps, async ({ viewer, query }) => {
    requireAccountManager(viewer);
    const { version } = await readDataState(db);
    const index = await deps.cache.remember(["physicians", version], async () =>
      indexPhysicians(
        await db
          .selectFrom("physicians")
          .select(["npi", "first_name", "last_name"])
          .execute(),
      ),
    );
    return { data: [...findPhysicians(index, query.s), EMPTY_ENTRY] };
  });
}
