import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { deleteUser, type User } from "~/contract/users";
import type { Outcome } from "~/data/call.server";
import { answerOf, showRefusal } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { firstLast } from "~/domain/person-name";
import { settings } from "~/env.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import {
  isByGroups,
  requireOrganisationLogin,
} from "~/session/group-rules.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import type { Notice } from "~/session/session-record.server";
import {
  findUsers,
  isOneself,
  readUserId,
  userListNow,
  usersNow,
} from "~/session/users.server";
import { signInPaths } from "~/sign-in-paths";
import type { QuestionView } from "~/ui/question-view";
import { userPath } from "~/user-paths";
import {
  endUserSessions,
  resetSecondFactor,
  makeCodeForAccount,
  markEmergency,
  unlinkOrganisationAccount,
  unmarkEmergency,
} from "~server/users/service";
import { hashOfUser, namesIn } from "./list/load-users.server";
import { ACCESS_LEVEL_NAMES } from "./rules/access-level-names";
import { endSessionsWords, userWords } from "./rules/words";
import {
  locationsWritten,
  userListWords as words,
  userListSearch,
} from "./rules/list-words";
import { physicianNames, userLocations } from "./rules/locations";
import { userTitles } from "./rules/titles";
import { momentText } from "~/features/audit/rules/words";
import { linkCodeCookie, shownLinkCode } from "~/session/shown-codes.server";
import { readOrganisationAccount } from "~server/organisation-sign-in/service";

export async function loadDeletion({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = readUserId(params.id);
  const [{ users, physicians = [] }, organization] = await Promise.all([
    userListNow(signedIn),
    signedIn.findOrganization(),
  ]);
  const user = id !== null && users.find((one) => one.id === id);
  if (!user) throw pageError(404);
  const names = namesIn(organization);
  const locations = userLocations(user, names, physicianNames(physicians));
  const location = locationsWritten(locations).join(", ");
  const isOwn = isOneself(signedIn, user);
  return askAbout(request, signedIn, user, {
    page: "delete",
    id: "delete-user",
    title: userTitles.confirmDelete,
    before: [isOwn ? `${userWords.ownAccount}.` : words.confirm],
    location,
    after: isByGroups(user) ? [words.comesBack] : [],
    submit: isOwn ? null : words.deleteUser,
  });
}

export async function deleteByForm(call: LoaderFunctionArgs) {
  const posted = await requireQuestionForm(call);
  const { signedIn, id, leaveForList } = posted;
  const found = await findUsers(signedIn);
  if (!("users" in found)) return showRefusal(found);
  const user = found.users.find((one) => one.id === id);
  if (!user) return leaveForList("info", words.alreadyDeleted);
  if (isOneself(signedIn, user)) {
    return json({ error: userWords.ownAccount }, { status: 400 });
  }
  const outcome = await signedIn.call(deleteUser, { params: { id } });
  return answerQuestion(posted, outcome, {
    done: userWords.deleted,
    already: words.alreadyDeleted,
  });
}

/** 404 if the user has no second factor. */
export async function loadReset(call: LoaderFunctionArgs) {
  const { signedIn, user } = await requireOther(
    call,
    (one) => one.second_factor === true,
  );
  return askAbout(call.request, signedIn, user, {
    page: "second-factor",
    id: "reset-second-factor",
    title: userTitles.resetFactor,
    before: [
      "This removes the user's second factor, recovery codes and passkeys, and logs them out:",
    ],
    after: [
      "Make sure this person is asking. Until they set up a new one, their password is enough.",
    ],
    submit: "Reset second factor",
  });
}

export async function resetByForm(call: LoaderFunctionArgs) {
  return actOn(await requireQuestionForm(call), resetSecondFactor, {
    done: "Second factor reset.",
    already: "This user has no second factor.",
  });
}

export async function loadEndOfSessions(call: LoaderFunctionArgs) {
  const { signedIn, user } = await requireOther(call);
  return askAbout(call.request, signedIn, user, {
    page: "sessions",
    id: "end-sessions",
    title: userTitles.endSessions,
    before: [endSessionsWords.confirm],
    after: [afterwards(user).join(" ")],
    submit: endSessionsWords.submit,
  });
}

function afterwards(user: User): string[] {
  const isLinked =
    settings.OIDC_NAME !== undefined && user.organisation_account === true;
  const hasPassword =
    !isByGroups(user) &&
    (settings.OIDC_ONLY !== "1" || user.emergency_entry === true);
  return [
    endSessionsWords.again,
    ...(isLinked ? [endSessionsWords.organisation] : []),
    ...(hasPassword ? [endSessionsWords.password] : []),
  ];
}

export async function endByForm(call: LoaderFunctionArgs) {
  return actOn(await requireQuestionForm(call), endUserSessions, {
    done: endSessionsWords.done,
    already: words.alreadyDeleted,
  });
}

/** The user that a question is about; 404 if there is none. Managers use their own page for themselves. */
async function requireOther(
  { request, params }: LoaderFunctionArgs,
  isAsked: (user: User) => boolean = () => true,
) {
  const signedIn = await requireScreen(request);
  const id = readUserId(params.id);
  const user = (await usersNow(signedIn)).find((one) => one.id === id);
  if (!user || !isAsked(user)) throw pageError(404);
  if (isOneself(signedIn, user)) throw redirect(signInPaths.own);
  return { signedIn, user };
}

/** Call this last: the kept form can be taken only once, and an error page would not show it. */
async function askAbout(
  request: Request,
  signedIn: SignedIn,
  user: User,
  {
    page,
    location,
    ...said
  }: Pick<QuestionView, "id" | "title" | "before" | "after" | "submit"> & {
    page: "delete" | "second-factor" | "sessions";
    location?: string;
  },
) {
  const listQuery = userListSearch(new URL(request.url).search);
  const question: QuestionView = {
    ...said,
    facts: [
      {
        label: words.factName,
        value: firstLast(user.firstname, user.lastname),
      },
      { label: words.factUsername, value: user.username },
      { label: words.level, value: ACCESS_LEVEL_NAMES[user.access_level] },
      ...(location ? [{ label: words.factLocation, value: location }] : []),
    ],
    action: userPath(user.id, page) + listQuery,
    closeHref: paths.users + listQuery,
    returnFocusTo: `${said.id}-${user.id}`,
  };
  return { question, notices: await notSentNotice(signedIn) };
}

type PostedQuestion = Awaited<ReturnType<typeof requireQuestionForm>>;

async function requireQuestionForm({ request, params }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const id = readUserId(params.id);
  if (id === null) throw pageError(404);
  const listQuery = userListSearch(new URL(request.url).search);
  const leaveForList = (tone: Notice["tone"], text: string) =>
    redirectWithNotice(
      signedIn,
      paths.users + listQuery,
      { tone, text },
      303,
      hashOfUser(request, id),
    );
  return { form, signedIn, id, listQuery, leaveForList };
}

async function actOn(
  posted: PostedQuestion,
  action: typeof endUserSessions,
  said: { done: string; already: string },
) {
  const { signedIn, id } = posted;
  return answerQuestion(posted, await signedIn.ask(action, { id }), said);
}

/** Leads back to the list, also if there was nothing left to do, or shows the failure in the dialog. */
async function answerQuestion(
  { leaveForList }: Pick<PostedQuestion, "leaveForList">,
  outcome: Outcome<unknown>,
  { done, already }: { done: string; already: string },
) {
  if (outcome.kind !== "failure") return leaveForList("success", done);
  return outcome.status === 404
    ? leaveForList("info", already)
    : showRefusal(outcome);
}

/** 404 if the organisation has no login. Managers cannot make a code for themselves. */
export async function loadLink(call: LoaderFunctionArgs) {
  const { signedIn, user } = await requireOther(
    call,
    (one) =>
      Boolean(settings.OIDC_NAME) && one.organisation_account !== undefined,
  );
  const asked = await signedIn.ask(readOrganisationAccount, { id: user.id });
  const account = answerOf(asked);
  const goodUntil = account.linkedAt === null ? account.codeUntil : null;
  const code =
    goodUntil &&
    (await shownLinkCode(call.request, signedIn, {
      userId: user.id,
      goodUntil,
    }));
  return {
    notices: await notSentNotice(signedIn),
    user: {
      id: user.id,
      name: firstLast(user.firstname, user.lastname),
      username: user.username,
      linkedSince: account.linkedAt && momentText(account.linkedAt),
      isByGroups: isByGroups(user),
      isEmergency: user.emergency_entry === true,
      isPasswordClosed: settings.OIDC_ONLY === "1",
      code,
      codeUntil: account.codeUntil && momentText(account.codeUntil),
    },
  };
}

export async function linkByForm(call: LoaderFunctionArgs) {
  const posted = await requireQuestionForm(call);
  requireOrganisationLogin();
  switch (posted.form.get("task")) {
    case "make":
      return makeCode(posted);
    case "unlink":
      return actOn(posted, unlinkOrganisationAccount, {
        done: "The organisation account is unlinked.",
        already: "This user has no organisation account.",
      });
    case "mark":
      return actOn(posted, markEmergency, {
        done: "This user is an emergency account now.",
        already: words.alreadyDeleted,
      });
    case "unmark":
      return actOn(posted, unmarkEmergency, {
        done: "This user is no longer an emergency account.",
        already: "This user was not an emergency account.",
      });
    default:
      throw pageError(400);
  }
}

async function makeCode({ signedIn, id, listQuery }: PostedQuestion) {
  const outcome = await signedIn.ask(makeCodeForAccount, { id });
  if (outcome.kind === "failure") return showRefusal(outcome);
  if (outcome.kind === "empty") throw pageError(404);
  const { code, until: goodUntil } = outcome.answer;
  const shown = { userId: id, code, goodUntil };
  const dialog = userPath(id, "organisation-account");
  return redirect(dialog + listQuery, {
    status: 303,
    headers: { "Set-Cookie": await linkCodeCookie(signedIn, shown) },
  });
}
