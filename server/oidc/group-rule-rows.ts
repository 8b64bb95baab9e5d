import type { Kysely } from "kysely";
import { accessLevel } from "~/contract/wire";
import type { AccessLevel } from "~/domain/access/ranks";
import { inGroupOrder } from "~/features/groups/rules/order";
import { parseLevelIds } from "~/features/users/rules/level-ids";
import type { Schema } from "~server/store/schema";

export interface GroupRule {
  id: number;
  /** As the organisation's login names the group; the case of letters counts. */
  name: string;
  /** Empty where the name says enough. */
  label: string;
  accessLevel: AccessLevel;
  /** Of that level. */
  ids: readonly number[];
  isnpOnly: boolean;
  version: number;
}

/** All groups of the table, by label or name. One whose level is none that we know gives nothing, and is left out. */
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
