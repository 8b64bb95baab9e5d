import { rankOf, type AccessLevel } from "~/domain/access/ranks";

/** The groups that the organisation's login names of somebody, or why it names none. */
export type SaidGroups = readonly string[] | "too many" | "not said";

/** What users may see. */
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
 * What somebody may see by their groups; null where none of them gives anything. Of several groups those of the highest
 * access level count, with the places of all of these. It is ISNP residents only where one of them says so for a place that
 * no other one opens whole: rights cannot be told apart by place, and nobody gets more than a group gives (R439).
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
