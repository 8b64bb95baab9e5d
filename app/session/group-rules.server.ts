import type { CallFailure } from "~/data/call.server";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { settings } from "~/env.server";
import { listGroups, type GroupRule } from "~server/groups/service";
import type { SignedIn } from "./require-user.server";

export function requireOrganisationLogin(): void {
  if (!settings.OIDC_NAME) throw pageError(404);
}

export async function findGroups({
  ask,
}: SignedIn): Promise<readonly GroupRule[] | CallFailure> {
  const outcome = await ask(listGroups, {});
  switch (outcome.kind) {
    case "data":
      return outcome.answer.groups;
    case "empty":
      return [];
    case "failure":
      return outcome;
  }
}

/** Like {@link findGroups}, but throws the error page on failure. */
export async function groupsNow(
  signedIn: SignedIn,
): Promise<readonly GroupRule[]> {
  const found = await findGroups(signedIn);
  if ("kind" in found) throw failurePage(found);
  return found;
}
