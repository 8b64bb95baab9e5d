import { redirect } from "@remix-run/node";
import type { User } from "~/contract/users";
import type { Outcome } from "~/data/call.server";
import { showRefusal } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { firstLast } from "~/domain/person-name";
import { ACCESS_LEVEL_NAMES } from "../rules/access-level-names";
import { userListSearch } from "../rules/list-query";
import { requireUserByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { requireScreen } from "~/session/screen.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Notice } from "~/session/session-record.server";
import { isOneself, readUserId, usersNow } from "~/session/users.server";
import { signInPaths } from "~/sign-in-paths";
import type { UserAsked } from "./user-question";

/** Whom a question about their sign-in is about; 404 where nobody has that id, or there is nothing to ask. Their own they change elsewhere. */
export async function requireOther(
  request: Request,
  idText: string | undefined,
  isAsked: (user: User) => boolean = () => true,
) {
  const signedIn = await requireScreen(request);
  const id = readUserId(idText);
  const user = (await usersNow(signedIn)).find((one) => one.id === id);
  if (!user || !isAsked(user)) throw pageError(404);
  if (isOneself(signedIn, user)) throw redirect(signInPaths.own);
  return { signedIn, user };
}

/** What the dialog names. To be called last: a kept form comes back once, and an error page would not show it. */
export async function askAbout(signedIn: SignedIn, user: User) {
  const asked: UserAsked = {
    id: user.id,
    name: firstLast(user.firstname, user.lastname),
    username: user.username,
    level: ACCESS_LEVEL_NAMES[user.access_level],
  };
  return { user: asked, notices: await notSentNotice(signedIn) };
}

export type PostedQuestion = Awaited<ReturnType<typeof requireQuestionForm>>;

/** The form of a question, who sends it, whom it is about, the query of the list, and what leads back there with news. */
export async function requireQuestionForm(
  request: Request,
  idText: string | undefined,
) {
  const { form, signedIn } = await requireUserByForm(request);
  const id = readUserId(idText);
  if (id === null) throw pageError(404);
  const listQuery = userListSearch(new URL(request.url).search);
  const leaveForList = (tone: Notice["tone"], text: string) =>
    redirectWithNotice(signedIn, paths.users + listQuery, { tone, text }, 303);
  return { form, signedIn, id, listQuery, leaveForList };
}

/** Leads back to the list with the news of it, also where it was so already, or says in the dialog why not. */
export async function answerQuestion(
  { leaveForList }: Pick<PostedQuestion, "leaveForList">,
  outcome: Outcome<unknown>,
  { done, already }: { done: string; already: string },
) {
  if (outcome.kind !== "failure") return leaveForList("success", done);
  return outcome.status === 404
    ? leaveForList("info", already)
    : showRefusal(outcome);
}
