import {
  accessChanges,
  changed,
  type AccessFacts,
} from "../users/user-form-changes";
import type { LocationNames } from "../users/user-locations";
import { groupFormWords as words } from "./group-form-words";

/** What a form shows of a group, as stored. */
interface GroupFacts extends AccessFacts {
  name: string;
  label: string;
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
    ...accessChanges(before, now, names),
  ].filter((line) => line !== null);
  return lines.length > 0 ? lines : [words.noChangeSeen];
}
