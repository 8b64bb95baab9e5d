import { rankOf, type AccessLevel } from "~/domain/access/ranks";

/** A text says why the login names no groups. */
export type SaidGroups = readonly string[] | "too many" | "not said";

export interface Rights {
  accessLevel: AccessLevel;
  ids: number[];
  isnpOnly: boolean;
}

/** What users in a group may see; `name` is as the organisation's login names the group. */
export interface RightsOfGroup extends Rights {
  name: string;
}

/**
 * Null if no group gives rights. The highest access level counts, with all its groups' places. ISNP residents only,
 * if a group says so for a place that no other group opens fully: nobody may get more than a group gives (R439).
 */
export function rightsByGroups(
  rules: readonly RightsOfGroup[],
  names: readonly string[],
): Rights | null {
  const given = new Set(names);
  const of = rules.filter(({ name, ids }) => given.has(name) && ids.length > 0);
  const highest = Math.max(...of.map(({ accessLevel }) => rankOf(accessLevel)));
  const counting = of.filter(
    ({ accessLevel }) => rankOf(accessLevel) === highest,
  );
  const [first] = counting;
  if (!first) return null;
  const whole = new Set(
    counting.flatMap(({ ids, isnpOnly }) => (isnpOnly ? [] : ids)),
  );
  return {
    accessLevel: first.accessLevel,
    ids: [...new Set(counting.flatMap(({ ids }) => ids))].sort((a, b) => a - b),
    isnpOnly: counting.some(
      ({ isnpOnly, ids }) => isnpOnly && ids.some((id) => !whole.has(id)),
    ),
  };
}
