import { ACCESS_LEVEL_NAMES } from "../users/access-level-names";
import { changed, changedPlaces } from "../users/user-form-changes";
import { userFormWords } from "../users/user-form-words";
import type { LocatedUser, LocationNames } from "../users/user-locations";
import { groupFormWords as words } from "./group-form-words";

/** What a form shows of a group, as stored. */
interface GroupFacts extends LocatedUser {
  name: string;
  label: string;
  isnp_only: boolean;
}

/** What has changed about a group since a form was opened, a line each. Never empty. */
export function groupChanges(
  before: GroupFacts,
  now: GroupFacts,
  names: LocationNames,
): string[] {
  const lines = [
    changed(words.name, before.name, now.name),
    changed(words.label, before.label || "none", now.label || "none"),
    changed(
      words.level,
      ACCESS_LEVEL_NAMES[before.access_level],
      ACCESS_LEVEL_NAMES[now.access_level],
    ),
    changedPlaces(before, now, names),
    changed(
      userFormWords.isnpOnly,
      before.isnp_only ? "yes" : "no",
      now.isnp_only ? "yes" : "no",
    ),
  ].filter((line) => line !== null);
  return lines.length > 0 ? lines : [words.noChangeSeen];
}
