import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import type { LocationOptions } from "~/domain/places/location-choice";
import { placesHeld } from "~/features/users/rules/form-places";
import { NO_PLACES } from "~/features/users/rules/form-values";
import {
  groupsNow,
  requireOrganisationLogin,
} from "~/session/group-rules.server";
import { requireScreen } from "~/session/screen.server";
import { readUserId } from "~/session/users.server";
import type { GroupRule } from "~server/groups/service";
import { NEW_GROUP } from "./form-ids";
import {
  readGroupForm,
  type GroupFormData,
  type GroupFormView,
} from "./form-values";
import { openedOf, optionsOf, readOpened } from "./group-of-form.server";

/** The form of a group, as it is or with what was typed before the last session ended; 404 where there is none. */
export async function loadGroupForm({
  request,
  params,
}: LoaderFunctionArgs): Promise<GroupFormData> {
  const signedIn = await requireScreen(request);
  requireOrganisationLogin();
  const [groups, options] = await Promise.all([
    groupsNow(signedIn),
    optionsOf(signedIn),
  ]);
  const isNew = params.id === NEW_GROUP;
  const id = readUserId(params.id);
  const group = groups.find((one) => one.id === id) ?? null;
  if (!isNew && !group) throw pageError(404);
  const fresh = viewOf(group, options);
  // Not before: it comes back once, and there would be no page to show it on.
  const kept = await signedIn.takeKeptForm();
  const read = kept && readGroupForm(kept.form, options);
  return {
    options,
    held: group,
    form: read
      ? { ...read, opened: group && (readOpened(read.opened) ?? fresh.opened) }
      : fresh,
    told: kept?.told ?? null,
  };
}

function viewOf(
  group: GroupRule | null,
  options: LocationOptions,
): GroupFormView {
  return {
    values: {
      name: group?.name ?? "",
      label: group?.label ?? "",
      accessLevel: group?.accessLevel ?? "",
      isnpOnly: group?.isnpOnly ?? false,
      ...(group ? placesHeld(group, options) : NO_PLACES),
    },
    cleared: [],
    opened: group && openedOf(group),
  };
}
