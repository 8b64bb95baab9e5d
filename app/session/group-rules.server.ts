import type { User } from "~/contract/users";
import { answerOf } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { settings } from "~/env.server";
import { listGroups, type GroupRule } from "~server/groups/service";
import type { SignedIn } from "./require-user.server";

export function requireOrganisationLogin(): void {
  if (!settings.OIDC_NAME) throw pageError(404);
}

export async function groupsNow({
  ask,
}: SignedIn): Promise<readonly GroupRule[]> {
  return answerOf(await ask(listGroups, {})).groups;
}

/** Whether a user's rights follow groups; nobody's where this portal has no such login, whatever its host says (R425). */
export function isByGroups(user: User | null): boolean {
  return settings.OIDC_NAME !== undefined && user?.rights_by_groups === true;
}
