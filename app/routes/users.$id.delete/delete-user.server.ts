import { json, redirect } from "@remix-run/node";
import { deleteUser, getUsers, type User } from "~/contract/users";
import { pageError } from "~/data/page-error.server";
import { firstLast } from "~/domain/person-name";
import { systemMessages } from "~/domain/system-messages";
import { ACCESS_LEVEL_NAMES } from "~/domain/users/access-level-names";
import { userListSearch } from "~/domain/users/user-list-query";
import { userListWords } from "~/domain/users/user-list-words";
import { userWords } from "~/domain/users/user-words";
import { requireUserByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { guardPage } from "~/session/guard-page.server";
import { requireUser, type SignedIn } from "~/session/require-user.server";
import type { DeletionAnswer, UserToDelete } from "./deletion";

const { unexpected } = systemMessages.systemError;

/** Longer ones are no numbers that a host could mean. */
const ID = /^\d{1,15}$/;

/** Whom the dialog is about; 404 where nobody has that id. */
export async function loadDeletion(request: Request, idText = "") {
  const signedIn = await requireUser(request);
  await guardPage(signedIn, { page: "users" });
  const user = await findUser(signedIn, idOf(idText));
  // Not before: it comes back once, and there would be no page to show it on.
  const kept = await signedIn.takeKeptForm();
  return {
    user: {
      id: user.id,
      name: firstLast(user.firstname, user.lastname),
      username: user.username,
      level: ACCESS_LEVEL_NAMES[user.access_level],
      isOwn: isOwn(signedIn, user.id),
    } satisfies UserToDelete,
    notices: kept ? [kept.notice] : [],
  };
}

/** Deletes the user and leads back to the list with the news of it, or says in the dialog why not. */
export async function deleteByForm(request: Request, idText = "") {
  const { signedIn } = await requireUserByForm(request);
  await guardPage(signedIn, { page: "users" });
  const id = idOf(idText);
  if (isOwn(signedIn, id)) return refused(400, userWords.ownAccount);
  const outcome = await signedIn.call(deleteUser, { params: { id } });
  const { search } = new URL(request.url);
  const list = paths.users + userListSearch(search);
  if (outcome.kind !== "failure") {
    await signedIn.notices.add({ tone: "success", text: userWords.deleted });
    return redirect(list, 303);
  }
  const { status, message, error } = outcome;
  if (status === 404) {
    const text = userListWords.alreadyDeleted;
    await signedIn.notices.add({ tone: "info", text });
    return redirect(list, 303);
  }
  const isRefused = status >= 400 && status < 500;
  return refused(isRefused ? status : 503, message ?? error ?? unexpected);
}

function refused(status: number, error: string) {
  return json<DeletionAnswer>({ error }, { status });
}

function idOf(text: string): number {
  if (!ID.test(text)) throw pageError(404);
  return Number(text);
}

function isOwn({ user }: SignedIn, id: number): boolean {
  return Number(user.id) === id;
}

async function findUser({ call }: SignedIn, id: number): Promise<User> {
  const outcome = await call(getUsers, {});
  if (outcome.kind === "failure") {
    const { status, message, error } = outcome;
    throw pageError(status >= 400 ? status : 502, message ?? error);
  }
  const users = outcome.kind === "data" ? outcome.answer.users : [];
  const user = users.find((one) => one.id === id);
  if (!user) throw pageError(404);
  return user;
}
