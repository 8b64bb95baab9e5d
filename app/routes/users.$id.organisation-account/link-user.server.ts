import { redirect } from "@remix-run/node";
import {
  deleteOrganisationAccount,
  getOrganisationAccount,
  postLinkCode,
} from "~/contract/organisation-account";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { auditTimeText } from "~/domain/audit/audit-event-words";
import { dialogWords as words } from "~/domain/organisation-account/dialog-words";
import { firstLast } from "~/domain/person-name";
import { userListSearch } from "~/domain/users/user-list-query";
import { settings } from "~/env.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { guardPage, requireUserFor } from "~/session/guard-page.server";
import type { SignedIn } from "~/session/require-user.server";
import { isByGroups } from "~/session/is-by-groups.server";
import {
  linkCodeCookie,
  shownLinkCode,
} from "~/session/shown-link-code.server";
import { isOneself, readUserId, usersNow } from "~/session/users.server";
import { signInPaths } from "~/sign-in-paths";
import { userPath } from "~/user-paths";
import { leaveForList, refuse } from "./answer-dialog.server";
import { TASK_FIELD, TASKS, type UserToLink } from "./link";
import { markUser, unmarkUser } from "./mark-user.server";

const PAGE = { page: "users" } as const;

/** Whom the dialog is about; 404 where nobody has that id, or the organisation has no login of its own. */
export async function loadLink(request: Request, idText: string | undefined) {
  const signedIn = await requireUserFor(request, PAGE);
  requireOrganisationLogin();
  const id = readUserId(idText);
  const users = await usersNow(signedIn);
  const user = id !== null && users.find((one) => one.id === id);
  if (!user || user.organisation_account === undefined) throw pageError(404);
  // Somebody else makes the code for them.
  if (isOneself(signedIn, user)) throw redirect(signInPaths.own);
  const account = await accountOf(signedIn, user.id);
  const kept = await signedIn.takeKeptForm();
  const goodUntil = account.linked_at === null ? account.code_until : null;
  const code =
    goodUntil &&
    (await shownLinkCode(request, signedIn, { userId: user.id, goodUntil }));
  return {
    user: {
      id: user.id,
      name: firstLast(user.firstname, user.lastname),
      username: user.username,
      linkedSince: account.linked_at && timeText(account.linked_at),
      isByGroups: isByGroups(user),
      isEmergency: user.emergency_entry === true,
      isPasswordClosed: settings.OIDC_ONLY === "1",
      code,
      codeUntil: account.code_until && timeText(account.code_until),
    } satisfies UserToLink,
    notices: kept ? [{ tone: "info", text: kept.told }] : [],
  };
}

/** Makes a code and leads to it, or unlinks the account, or makes the user an emergency account or none, and leads back to the list; else says in the dialog why not. */
export async function linkByForm(request: Request, idText: string | undefined) {
  const { form, signedIn } = await requireUserByForm(request);
  await guardPage(signedIn, PAGE);
  requireOrganisationLogin();
  const id = readUserId(idText);
  if (id === null) throw pageError(404);
  const { search } = new URL(request.url);
  switch (form.get(TASK_FIELD)) {
    case TASKS.make:
      return makeCode(signedIn, id, search);
    case TASKS.unlink:
      return unlink(signedIn, id, search);
    case TASKS.mark:
      return markUser(signedIn, id, search);
    case TASKS.unmark:
      return unmarkUser(signedIn, id, search);
    default:
      throw pageError(400);
  }
}

/** Throws 404 where this portal has no such login, whatever its host has: a code could be typed nowhere. */
function requireOrganisationLogin(): void {
  if (!settings.OIDC_NAME) throw pageError(404);
}

async function makeCode(signedIn: SignedIn, id: number, search: string) {
  const outcome = await signedIn.call(postLinkCode, { params: { id } });
  if (outcome.kind === "failure") return refuse(outcome);
  if (outcome.kind === "empty") throw pageError(404);
  const { code, until: goodUntil } = outcome.answer.data;
  const shown = { userId: id, code, goodUntil };
  const dialog = userPath(id, "organisation-account");
  return redirect(dialog + userListSearch(search), {
    status: 303,
    headers: { "Set-Cookie": await linkCodeCookie(signedIn, shown) },
  });
}

async function unlink(signedIn: SignedIn, id: number, search: string) {
  const outcome = await signedIn.call(deleteOrganisationAccount, {
    params: { id },
  });
  if (outcome.kind !== "failure") {
    return leaveForList(signedIn, search, "success", words.wasUnlinked);
  }
  return outcome.status === 404
    ? leaveForList(signedIn, search, "info", words.none)
    : refuse(outcome);
}

async function accountOf({ call }: SignedIn, id: number) {
  const outcome = await call(getOrganisationAccount, { params: { id } });
  if (outcome.kind === "data") return outcome.answer.data;
  if (outcome.kind === "empty") throw pageError(404);
  throw failurePage(outcome);
}

function timeText(at: string): string {
  const { day, time } = auditTimeText(at);
  return `${day}, ${time}`;
}
