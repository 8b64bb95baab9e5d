import { groupRule, type GroupRuleAnswer } from "~/contract/group-rules";
import { locationOptions } from "~/domain/places/location-choice";
import { parseLevelIds } from "~/domain/users/level-ids";
import type { HeldAccess } from "~/domain/users/user-form-values";
import type { SignedIn } from "~/session/require-user.server";
import type { OpenedGroup } from "./group-form-values";

const openedGroup = groupRule.omit({ id: true });

/** What a group gives. */
export function accessOf({
  access_level: accessLevel,
  access_level_id,
}: OpenedGroup): HeldAccess {
  return { accessLevel, ids: parseLevelIds(access_level_id) };
}

/** What is remembered of a group while its form is open. */
export function openedOf(group: GroupRuleAnswer): OpenedGroup {
  return openedGroup.parse(group);
}

/** What the form has remembered; null for what is nothing of the kind. */
export function readOpened(text: string): OpenedGroup | null {
  try {
    return openedGroup.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The places that can be chosen. */
export async function optionsOf(signedIn: SignedIn) {
  return locationOptions(await signedIn.organization());
}
