import { json, redirect } from "@remix-run/node";
import { deleteUserSessions } from "~/contract/second-factor";
import type { User } from "~/contract/users";
import { pageError } from "~/data/page-error.server";
import { refusalStatus } from "~/data/call-failure.server";
import { firstLast } from "~/domain/person-name";
import { systemMessages } from "~/domain/system-messages";
import { ACCESS_LEVEL_NAMES } from "~/domain/users/access-level-names";
import { endSessionsWords as words } from "~/domain/users/end-sessions-words";
import { userListSearch } from "~/domain/users/user-list-query";
import { userListWords } from "~/domain/users/user-list-words";
import { settings } from "~/env.server";
import type {
  QuestionAnswer,
  UserAsked,
} from "~/features/user-question/user-question";
import { requireUserByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { guardPage, requireUserFor } from "~/session/guard-page.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { Notice } from "~/session/session-record.server";
import { isByGroups } from "~/session/is-by-groups.server";
import { isOneself, readUserId, usersNow } from "~/session/users.server";
import { signInPaths } from "~/sign-in-paths";

/** Whom the dialog is about; 404 where nobody has that id, or the host ends no sessions. */
export async function loadQuestion(
  request: Request,
  idText: string | undefined,
) {
  const signedIn = await requireUserFor(request, { page: "users" });
  const id = readUserId(idText);
  const users = await usersNow(signedIn);
  const user = id !== null && users.find((one) => one.id === id);
  // A host that knows second factors has the calls beside them.
  if (!user || user.second_factor === undefined) throw pageError(404);
  // Their own they end one by one.
  if (isOneself(signedIn, user)) throw redirect(signInPaths.own);
  const kept = await signedIn.takeKeptForm();
  return {
    user: {
      id: user.id,
      name: firstLast(user.firstname, user.lastname),
      username: user.username,
      level: ACCESS_LEVEL_NAMES[user.access_level],
    } satisfies UserAsked,
    after: afterwards(user),
    notices: kept ? [{ tone: "info", text: kept.told }] : [],
  };
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
  const { signedIn } = await requireUserByForm(request);
  await guardPage(signedIn, { page: "users" });
  const id = readUserId(idText);
  if (id === null) throw pageError(404);
  const list = paths.users + userListSearch(new URL(request.url).search);
  const leaveForList = (tone: Notice["tone"], text: string) =>
    redirectWithNotice(signedIn, list, { tone, text }, 303);
  const outcome = await signedIn.call(deleteUserSessions, { params: { id } });
  if (outcome.kind !== "failure") {
    return leaveForList("success", words.done);
  }
  if (outcome.status === 404) {
    const users = await usersNow(signedIn);
    // A host that knows second factors may know nothing of this.
    return users.some((one) => one.id === id)
      ? leaveForList("error", words.notHere)
      : leaveForList("info", userListWords.alreadyDeleted);
  }
  const { message, error } = outcome;
  return json<QuestionAnswer>(
    { error: message ?? error ?? systemMessages.systemError.unexpected },
    { status: refusalStatus(outcome) },
  );
}
