import {
  deleteEmergencyEntry,
  postEmergencyEntry,
} from "~/contract/emergency-entry";
import { dialogWords as words } from "~/domain/organisation-account/dialog-words";
import type { SignedIn } from "~/session/require-user.server";
import { leaveForList, refuse } from "./answer-dialog.server";

/** Makes the user an emergency account and leads back to the list; else says in the dialog why not. */
export async function markUser(signedIn: SignedIn, id: number, search: string) {
  const outcome = await signedIn.call(postEmergencyEntry, { params: { id } });
  return outcome.kind === "failure"
    ? refuse(outcome)
    : leaveForList(signedIn, search, "success", words.wasMarked);
}

/** The user is an emergency account no more; it leads back to the list as {@link markUser} does. */
export async function unmarkUser(
  signedIn: SignedIn,
  id: number,
  search: string,
) {
  const outcome = await signedIn.call(deleteEmergencyEntry, { params: { id } });
  if (outcome.kind !== "failure") {
    return leaveForList(signedIn, search, "success", words.wasUnmarked);
  }
  return outcome.status === 404
    ? leaveForList(signedIn, search, "info", words.wasNone)
    : refuse(outcome);
}
