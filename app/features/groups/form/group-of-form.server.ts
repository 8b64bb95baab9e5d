import { z } from "zod";
import { accessLevel, id } from "~/contract/wire";
import { locationOptions } from "~/domain/places/location-choice";
import type { SignedIn } from "~/session/require-user.server";
import type { GroupRule } from "~server/groups/service";
import type { OpenedGroup } from "./form-values";

const openedGroup = z.object({
  name: z.string(),
  label: z.string(),
  accessLevel,
  ids: z.array(id),
  isnpOnly: z.boolean(),
  version: id,
});

export function openedOf({ id: _, ...group }: GroupRule): OpenedGroup {
  return group;
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
