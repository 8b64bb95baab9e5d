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
