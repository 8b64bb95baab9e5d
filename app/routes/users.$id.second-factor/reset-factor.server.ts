import { json, redirect } from "@remix-run/node";
import { deleteUserFactor } from "~/contract/second-factor";
import { pageError } from "~/data/page-error.server";
import { refusalStatus } from "~/data/call-failure.server";
import { firstLast } from "~/domain/person-name";
import { resetWords as words } from "~/domain/second-factor/reset-words";
import { systemMessages } from "~/domain/system-messages";
import { ACCESS_LEVEL_NAMES } from "~/domain/users/access-level-names";
import { userListSearch } from "~/domain/users/user-list-query";
import { requireUserByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { guardPage, requireUserFor } from "~/session/guard-page.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { Notice } from "~/session/session-record.server";
import { isOneself, readUserId, usersNow } from "~/session/users.server";
import { signInPaths } from "~/sign-in-paths";
import type {
  QuestionAnswer,
  UserAsked,
} from "~/features/user-question/user-question";

/** Whom the dialog is about; 404 where nobody has that id, or they have no factor. */
export async function loadReset(request: Request, idText: string | undefined) {
  const signedIn = await requireUserFor(request, { page: "users" });
  const id = readUserId(idText);
  const users = await usersNow(signedIn);
  const user = id !== null && users.find((one) => one.id === id);
  if (!user || !user.second_factor) throw pageError(404);
  // Their own they change with their password.
  if (isOneself(signedIn, user)) throw redirect(signInPaths.own);
  const kept = await signedIn.takeKeptForm();
  return {
    user: {
      id: user.id,
      name: firstLast(user.firstname, user.lastname),
      username: user.username,
      level: ACCESS_LEVEL_NAMES[user.access_level],
    } satisfies UserAsked,
    notices: kept ? [{ tone: "info", text: kept.told }] : [],
  };
}

/** Resets the factor and leads back to the list with the news of it, or says in the dialog why not. */
export async function resetByForm(
  request: Request,
  idText: string | undefined,
) {
  const { signedIn } = await requireUserByForm(request);
  await guardPage(signedIn, { page: "users" });
  const id = readUserId(idText);
  if (id === null) throw pageError(404);
  const list = paths.users + userListSearch(new URL(request.url).search);
  const leaveForList = (tone: Notice["tone"], text: string) =>
    redirectWithNotice(signedIn, list, { tone, text }, 303);
  const outcome = await signedIn.call(deleteUserFactor, { params: { id } });
  if (outcome.kind !== "failure") {
    return leaveForList("success", words.wasReset);
  }
  if (outcome.status === 404) return leaveForList("info", words.none);
  const { message, error } = outcome;
  return json<QuestionAnswer>(
    { error: message ?? error ?? systemMessages.systemError.unexpected },
    { status: refusalStatus(outcome) },
  );
}
