import type { Kysely } from "kysely";
import { accessLevel } from "~/contract/wire";
import { inGroupOrder } from "~/features/groups/rules/order";
import { parseLevelIds } from "~/features/users/rules/access-levels";
import type { Schema } from "~server/store/schema";

export type GroupRule = Awaited<ReturnType<typeof readGroupRules>>[number];

/** All groups, by label or name. Omits groups with an unknown level: they grant nothing. */
export async function readGroupRules(db: Kysely<Schema>) {
  const rows = await db.selectFrom("group_rules").selectAll().execute();
  const rules = rows.flatMap(({ access_level, access_level_id, ...row }) => {
    const level = accessLevel.safeParse(access_level);
    if (!level.success) return [];
    const ids: readonly number[] = parseLevelIds(access_level_id);
    const { isnp_only, ...rule } = row;
    const isnpOnly = isnp_only !== 0;
    return { ...rule, accessLevel: level.data, ids, isnpOnly };
  });
  return inGroupOrder(rules);
}
