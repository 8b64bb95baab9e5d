import { deleteUserSessions } from "~/contract/second-factor";
import type { User } from "~/contract/users";
import { showRefusal } from "~/data/call-failure.server";
import { endSessionsWords as words } from "~/domain/users/end-sessions-words";
import { userListWords } from "~/domain/users/user-list-words";
import { settings } from "~/env.server";
import {
  askAbout,
  requireOther,
  requireQuestionForm,
} from "~/features/user-question/answer-question.server";
import { isByGroups } from "~/session/is-by-groups.server";
import { usersNow } from "~/session/users.server";

/** Whom the dialog is about; 404 where nobody has that id. */
export async function loadQuestion(
  request: Request,
  idText: string | undefined,
) {
  const { signedIn, user } = await requireOther(request, idText);
  const asked = await askAbout(signedIn, user);
  return { ...asked, after: afterwards(user) };
}

/** How they may be in again, and what is to be done about it. */
function afterwards(user: User): string[] {
  const isLinked =
    settings.OIDC_NAME !== undefined && user.organisation_account === true;
  const hasPassword =
    !isByGroups(user) &&
    (settings.OIDC_ONLY !== "1" || user.emergency_entry === true);
  return [
    words.again,
    ...(isLinked ? [words.organisation] : []),
    ...(hasPassword ? [words.password] : []),
  ];
}

/** Ends the sessions and leads back to the list with the news of it, or says in the dialog why not. */
export async function endByForm(request: Request, idText: string | undefined) {
  const { signedIn, id, leaveForList } = await requireQuestionForm(
    request,
    idText,
  );
  const outcome = await signedIn.call(deleteUserSessions, { params: { id } });
  if (outcome.kind !== "failure") return leaveForList("success", words.done);
  if (outcome.status !== 404) return showRefusal(outcome);
  const users = await usersNow(signedIn);
  // A host that knows second factors may know nothing of this.
  return users.some((one) => one.id === id)
    ? leaveForList("error", words.notHere)
    : leaveForList("info", userListWords.alreadyDeleted);
}
