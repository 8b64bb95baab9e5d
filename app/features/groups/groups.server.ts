import type { LoaderFunctionArgs } from "@remix-run/node";
import { accessFacts } from "./rules/changes";
import { groupTitle } from "./rules/order";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import { locationsWritten } from "~/features/users/rules/list-words";
import {
  isInvalidLocation,
  locationNames,
  userLocations,
  type LocationNames,
} from "~/features/users/rules/locations";
import {
  groupsNow,
  requireOrganisationLogin,
} from "~/session/group-rules.server";
import { requireScreen } from "~/session/screen.server";
import {
  type GroupRule,
  removeGroup as removeGroupService,
} from "~server/groups/service";
import { pageError } from "~/data/page-error.server";
import { showRefusal } from "~/data/call-failure.server";
import { groupPageWords as words } from "./rules/page-words";
import { requireUserByForm } from "~/http/guarded-form.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Notice } from "~/session/session-record.server";
import { readUserId } from "~/session/users.server";
import { groups } from "~/user-paths";

export async function loadGroups({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  requireOrganisationLogin();
  const { groups, names } = await findGroups(signedIn);
  return { rows: groups.map((group) => rowOf(group, names)) };
}

async function findGroups(signedIn: SignedIn) {
  const [groups, found] = await Promise.all([
    groupsNow(signedIn),
    signedIn.findOrganization(),
  ]);
  const organization = found.kind === "data" ? found.organization : null;
  return { groups, names: locationNames(organization) };
}

function rowOf(group: GroupRule, names: LocationNames) {
  return {
    id: group.id,
    title: groupTitle(group),
    // Null if that is the title.
    name: group.label === "" ? null : group.name,
    level: ACCESS_LEVEL_NAMES[group.accessLevel],
    locations: locationsWritten(userLocations(accessFacts(group), names)).map(
      (text) => ({
        text,
        isInvalid: isInvalidLocation(text),
      }),
    ),
    isnpOnly: group.isnpOnly,
  };
}

export async function loadRemoval({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  requireOrganisationLogin();
  const id = readUserId(params.id);
  const { groups: all, names } = await findGroups(signedIn);
  const group = all.find((one) => one.id === id);
  if (!group) throw pageError(404);
  const locations = userLocations(accessFacts(group), names);
  const location = locationsWritten(locations).join(", ");
  return {
    facts: [
      { label: words.name, value: group.name },
      { label: words.label, value: group.label },
      { label: words.level, value: ACCESS_LEVEL_NAMES[group.accessLevel] },
      { label: words.location, value: location },
      { label: words.isnp, value: group.isnpOnly ? words.yes : words.no },
    ].filter(({ label, value }) => label !== words.label || value !== ""),
    isOfManagers: group.accessLevel === "account_manager",
    notices: await notSentNotice(signedIn),
  };
}

export async function removeGroup({ request, params }: LoaderFunctionArgs) {
  const { signedIn } = await requireUserByForm(request);
  requireOrganisationLogin();
  const id = readUserId(params.id);
  if (id === null) throw pageError(404);
  const leaveForList = (tone: Notice["tone"], text: string) =>
    redirectWithNotice(signedIn, groups, { tone, text }, 303);
  const outcome = await signedIn.ask(removeGroupService, { id });
  if (outcome.kind !== "failure") return leaveForList("success", words.removed);
  if (outcome.status === 404) return leaveForList("info", words.alreadyRemoved);
  return showRefusal(outcome);
}
