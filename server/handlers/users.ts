import { getUsers } from "~/contract/users";
import { accessLevel } from "~/contract/wire";
import { rankOf } from "~/domain/access/ranks";
import type { ApiDeps } from "~server/api-deps";
import { forbidden } from "~server/refusal";
import { serve } from "~server/serve";
import type { Api } from "~server/serve";
import { readDataState } from "~server/store/data-state";

/** The users, for those who administer them (reports spec §6: rank 7). */
export function registerUsers(app: Api, deps: ApiDeps): void {
  serve(app, getUsers, deps, async ({ viewer, token }) => {
    if (rankOf(viewer.accessLevel) < rankOf("account_manager")) {
      throw forbidden();
    }
    const rows = await deps.store.db
      .selectFrom("users")
      .select([
        "id",
        "username",
        "firstname",
        "lastname",
        "access_level",
        "access_level_id",
        "isnp_only",
      ])
      .orderBy("id")
      .execute();
    if (rows.length === 0) return null;
    const { lastUpdated } = await readDataState(deps.store.db);
    return {
      users: rows.map((row) => ({
        ...row,
        access_level: accessLevel.parse(row.access_level),
        isnp_only: row.isnp_only !== 0,
      })),
      token,
      lastUpdated,
    };
  });
}
