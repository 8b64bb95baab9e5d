import type { AccessLevel } from "~/domain/access/ranks";
import type { TestApi } from "~server/testing/open-test-api";

export async function setGroups(
  { deps }: Pick<TestApi, "deps">,
  groups: Record<
    string,
    { level: AccessLevel; ids: readonly number[]; isnp?: boolean }
  >,
): Promise<void> {
  const { db } = deps.store;
  await db.deleteFrom("group_rules").execute();
  for (const [name, { level, ids, isnp }] of Object.entries(groups)) {
    const rule = {
      name,
      label: "",
      access_level: level,
      access_level_id: ids.join(" "),
      isnp_only: isnp ? (1 as const) : (0 as const),
      version: 1,
    };
    await db.insertInto("group_rules").values(rule).execute();
  }
}
