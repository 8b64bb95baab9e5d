import { getGroupRules, type GroupRuleAnswer } from "~/contract/group-rules";
import type { CallFailure } from "~/data/call.server";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { settings } from "~/env.server";
import type { SignedIn } from "./require-user.server";

/** Throws 404 where this portal has no login of the organisation, whatever its host has (R449). */
export function requireOrganisationLogin(): void {
  if (!settings.OIDC_NAME) throw pageError(404);
}

/** The table of groups as it is now, or why it could not be had. */
export async function findGroups({
  call,
}: SignedIn): Promise<readonly GroupRuleAnswer[] | CallFailure> {
  const outcome = await call(getGroupRules, {});
  switch (outcome.kind) {
    case "data":
      return outcome.answer.data;
    case "empty":
      return [];
    case "failure":
      return outcome;
  }
}

/** As {@link findGroups}; throws the error page where it could not be had. */
export async function groupsNow(
  signedIn: SignedIn,
): Promise<readonly GroupRuleAnswer[]> {
  const found = await findGroups(signedIn);
  if ("kind" in found) throw failurePage(found);
  return found;
}
