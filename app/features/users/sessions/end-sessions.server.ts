import type { LoaderFunctionArgs } from "@remix-run/node";
import type { User } from "~/contract/users";
import { endSessionsWords as words } from "../rules/end-sessions-words";
import { userListWords } from "../rules/list-words";
import { settings } from "~/env.server";
import {
  answerQuestion,
  askAbout,
  requireOther,
  requireQuestionForm,
} from "../question/answer-question.server";
import { isByGroups } from "~/session/is-by-groups.server";
import { endUserSessions } from "~server/users/service";

/** Whom the dialog is about; 404 where nobody has that id. */
export async function loadQuestion({ request, params }: LoaderFunctionArgs) {
  const { signedIn, user } = await requireOther(request, params.id);
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
export async function endByForm({ request, params }: LoaderFunctionArgs) {
  const posted = await requireQuestionForm(request, params.id);
  const { signedIn, id } = posted;
  const outcome = await signedIn.ask(endUserSessions, { id });
  return answerQuestion(posted, outcome, {
    done: words.done,
    already: userListWords.alreadyDeleted,
  });
}
