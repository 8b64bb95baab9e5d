import type { Kysely } from "kysely";
import { accessLevel } from "~/contract/wire";
import type { AccessLevel } from "~/domain/access/ranks";
import { inGroupOrder } from "~/features/groups/rules/order";
import { parseLevelIds } from "~/features/users/rules/access-levels";
import type { Schema } from "~server/store/schema";

export interface GroupRule {
  id: number;
  /** Name at the organisation's login, case-sensitive. */
  name: string;
  label: string;
  accessLevel: AccessLevel;
  ids: readonly number[];
  isnpOnly: boolean;
  version: number;
}

/** All groups, by label or name. Omits groups with an unknown level: they grant nothing. */
export async function readGroupRules(db: Kysely<Schema>): Promise<GroupRule[]> {
  const rows = await db.selectFrom("group_rules").selectAll().execute();
  const rules = rows.flatMap((row): GroupRule[] => {
    const level = accessLevel.safeParse(row.access_level);
    if (!level.success) return [];
    return [
      {
        id: row.id,
        name: row.name,
        label: row.label,
        accessLevel: level.data,
        ids: parseLevelIds(row.access_level_id),
        isnpOnly: row.isnp_only !== 0,
        version: row.version,
      },
    ];
  });
  return inGroupOrder(rules);
}
