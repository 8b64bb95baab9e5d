import type { AccessLevel } from "~/domain/access/ranks";
import { writeLevelIds } from "~/features/users/rules/access-levels";
import {
  accessChanges,
  changed,
  type AccessFacts,
} from "~/features/users/rules/form-words";
import type { LocationNames } from "~/features/users/rules/locations";
import { groupPageWords as words } from "./page-words";

interface GroupAccess {
  accessLevel: AccessLevel;
  ids: readonly number[];
  isnpOnly: boolean;
}

interface GroupFacts extends GroupAccess {
  name: string;
  label: string;
}

export function accessFacts({
  accessLevel,
  ids,
  isnpOnly,
}: GroupAccess): AccessFacts {
  return {
    access_level: accessLevel,
    access_level_id: writeLevelIds(ids),
    isnp_only: isnpOnly,
  };
}

export function groupChanges(
  before: GroupFacts,
  now: GroupFacts,
  names: LocationNames,
): string[] {
  const lines = [
    changed(words.name, before.name, now.name),
    changed(words.label, before.label || "none", now.label || "none"),
    ...accessChanges(accessFacts(before), accessFacts(now), names),
  ].filter((line) => line !== null);
  return lines.length > 0 ? lines : ["The change cannot be shown here."];
}
