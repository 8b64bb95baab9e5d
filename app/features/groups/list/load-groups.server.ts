import type { LoaderFunctionArgs } from "@remix-run/node";
import { accessFacts } from "../rules/changes";
import { groupTitle } from "../rules/order";
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
import type { GroupRule } from "~server/groups/service";
import type { GroupRow } from "./table";

/** The table of groups (R444). Without the organisation places show by their numbers, and the shell says so. */
export async function loadGroups({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  requireOrganisationLogin();
  const [groups, found] = await Promise.all([
    groupsNow(signedIn),
    signedIn.findOrganization(),
  ]);
  const names = locationNames(
    found.kind === "data" ? found.organization : null,
  );
  return { rows: groups.map((group) => rowOf(group, names)) };
}

function rowOf(group: GroupRule, names: LocationNames): GroupRow {
  return {
    id: group.id,
    title: groupTitle(group),
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
