import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { failurePage, showRefusal } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { firstLast } from "~/domain/person-name";
import { auditTimeText } from "~/features/audit/rules/event-words";
import { dialogWords as words } from "~/features/sign-in/rules/organisation-account/dialog-words";
import { settings } from "~/env.server";
import {
  answerQuestion,
  requireOther,
  requireQuestionForm,
  type PostedQuestion,
} from "../questions.server";
import { requireOrganisationLogin } from "~/session/group-rules.server";
import { isByGroups } from "~/session/is-by-groups.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import {
  linkCodeCookie,
  shownLinkCode,
} from "~/session/shown-link-code.server";
import { userPath } from "~/user-paths";
import {
  makeCodeForAccount,
  markEmergency,
  readOrganisationAccount,
  unlinkOrganisationAccount,
  unmarkEmergency,
} from "~server/organisation-sign-in/service";

/** 404 if the organisation has no login. Managers cannot make a code for themselves. */
export async function loadLink(call: LoaderFunctionArgs) {
  const { signedIn, user } = await requireOther(
    call,
    (one) =>
      Boolean(settings.OIDC_NAME) && one.organisation_account !== undefined,
  );
  const account = await accountOf(signedIn, user.id);
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
      linkedSince: account.linkedAt && timeText(account.linkedAt),
      isByGroups: isByGroups(user),
      isEmergency: user.emergency_entry === true,
      isPasswordClosed: settings.OIDC_ONLY === "1",
      code,
      codeUntil: account.codeUntil && timeText(account.codeUntil),
    },
  };
}

export async function linkByForm(call: LoaderFunctionArgs) {
  const posted = await requireQuestionForm(call);
  requireOrganisationLogin();
  const { form, signedIn, id } = posted;
  switch (form.get("task")) {
    case "make":
      return makeCode(posted);
    case "unlink":
      return answerQuestion(
        posted,
        await signedIn.ask(unlinkOrganisationAccount, { id }),
        { done: words.wasUnlinked, already: words.none },
      );
    case "mark":
      return mark(posted);
    case "unmark":
      return answerQuestion(
        posted,
        await signedIn.ask(unmarkEmergency, { id }),
        { done: words.wasUnmarked, already: words.wasNone },
      );
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

async function mark({ signedIn, id, leaveForList }: PostedQuestion) {
  const outcome = await signedIn.ask(markEmergency, { id });
  return outcome.kind === "failure"
    ? showRefusal(outcome)
    : leaveForList("success", words.wasMarked);
}

async function accountOf(signedIn: SignedIn, id: number) {
  const outcome = await signedIn.ask(readOrganisationAccount, { id });
  if (outcome.kind === "data") return outcome.answer;
  if (outcome.kind === "empty") throw pageError(404);
  throw failurePage(outcome);
}

function timeText(at: string): string {
  const { day, time } = auditTimeText(at);
  return `${day}, ${time}`;
}
