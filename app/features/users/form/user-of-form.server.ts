import { user, type User } from "~/contract/users";
import { parseLevelIds } from "../rules/level-ids";
import { placesHeld } from "../rules/form-places";
import type { HeldAccess, TypedUser } from "../rules/form-values";
import type { LocationOptions } from "~/domain/places/location-choice";
import type { OpenedUser } from "./user-form";

export function accessOf(one: User): HeldAccess {
  const { access_level: accessLevel, access_level_id } = one;
  return { accessLevel, ids: parseLevelIds(access_level_id) };
}

export function typedOf(one: User, options: LocationOptions): TypedUser {
  const { accessLevel, ids } = accessOf(one);
  return {
    username: one.username,
    firstname: one.firstname,
    lastname: one.lastname,
    accessLevel,
    ...placesHeld({ accessLevel, ids }, options),
    physician: accessLevel === "physician" ? (ids[0] ?? null) : null,
    isnpOnly: one.isnp_only,
    password: "",
    confirmPassword: "",
  };
}

const openedUser = user.omit({ id: true, last_login_at: true });

export function openedOf(one: User): OpenedUser {
  return openedUser.parse(one);
}

/** What the form has remembered; null for what is nothing of the kind. */
export function readOpened(text: string): OpenedUser | null {
  try {
    return openedUser.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
