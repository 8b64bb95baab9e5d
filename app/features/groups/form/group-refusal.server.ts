import type { CallFailure } from "~/data/call.server";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { groupChanges } from "~/features/groups/rules/group-changes";
import {
  GROUP_FIELDS,
  type GroupFieldErrors,
} from "~/features/groups/rules/group-form-rules";
import { groupRuleWords } from "~/features/groups/rules/group-rule-words";
import { userFormWords } from "~/features/users/rules/user-form-words";
import { locationNames } from "~/features/users/rules/user-locations";
import { findGroups } from "~/session/group-rules.server";
import type { SignedIn } from "~/session/require-user.server";
import type { GroupRule } from "~server/groups/service";
import type { OpenedGroup } from "./group-form-values";
import { openedOf } from "./group-of-form.server";

/** Why a group was not saved, as the form tells it. */
export interface GroupRefusal {
  status: number;
  /** What no field is to blame for, a line each. */
  errors: string[];
  fieldErrors: GroupFieldErrors;
  /** The group that the form is now about, so that saving it again is done knowingly. */
  opened: OpenedGroup | null;
}

/** Why a group was not saved: it has changed since the form was opened, or is not there any more, or in its words. */
export async function groupRefusalOf(
  signedIn: SignedIn,
  failure: CallFailure,
  { group, opened }: { group: GroupRule | null; opened: OpenedGroup | null },
): Promise<GroupRefusal | "removed"> {
  if (group && (failure.status === 409 || failure.status === 404)) {
    const groups = await findGroups(signedIn);
    if (!("kind" in groups)) {
      const now = groups.find(({ id }) => id === group.id);
      if (!now) return "removed";
      const stale = await staleRefusal(signedIn, now, opened);
      if (stale) return stale;
    }
  }
  const words = failureWords(failure);
  const field = GROUP_FIELDS.find((one) => one === failure.field);
  return {
    status: refusalStatus(failure),
    errors: field ? [] : [words],
    fieldErrors: field ? { [field]: words } : {},
    opened,
  };
}

/** What has changed about a group since its form was opened, and the form is then about the newer one; null where nothing has. */
export async function staleRefusal(
  signedIn: SignedIn,
  now: GroupRule | null,
  opened: OpenedGroup | null,
): Promise<GroupRefusal | null> {
  if (!now || !opened || now.version === opened.version) return null;
  const names = locationNames(await signedIn.organization());
  return {
    status: 409,
    errors: [
      groupRuleWords.staleEdit,
      ...groupChanges(opened, now, names),
      userFormWords.saveAgain,
    ],
    fieldErrors: {},
    opened: openedOf(now),
  };
}
