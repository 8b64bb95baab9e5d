import { refusalStatus } from "~/data/call-failure.server";
import { json } from "@remix-run/node";
import { deleteUser } from "~/contract/users";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { firstLast } from "~/domain/person-name";
import { systemMessages } from "~/domain/system-messages";
import { ACCESS_LEVEL_NAMES } from "~/domain/users/access-level-names";
import { userListSearch } from "~/domain/users/user-list-query";
import {
  locationsWritten,
  userListWords,
} from "~/domain/users/user-list-words";
import {
  locationNames,
  physicianNames,
  userLocations,
} from "~/domain/users/user-locations";
import { userWords } from "~/domain/users/user-words";
import {
  findUsers,
  isOneself,
  readUserId,
  userListNow,
} from "~/session/users.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { isByGroups } from "~/session/is-by-groups.server";
import { guardPage, requireUserFor } from "~/session/guard-page.server";
import type { Notice } from "~/session/session-record.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { QuestionAnswer } from "~/features/user-question/user-question";
import type { UserToDelete } from "./deletion";

const { unexpected } = systemMessages.systemError;

/** Whom the dialog is about; 404 where nobody has that id. */
export async function loadDeletion(
  request: Request,
  idText: string | undefined,
) {
  const signedIn = await requireUserFor(request, { page: "users" });
  const id = readUserId(idText);
  const [{ users, physicians = [] }, organization] = await Promise.all([
    userListNow(signedIn),
    signedIn.findOrganization(),
  ]);
  const user = id !== null && users.find((one) => one.id === id);
  if (!user) throw pageError(404);
  const names = locationNames(
    organization.kind === "data" ? organization.organization : null,
  );
  // Not before: it comes back once, and there would be no page to show it on.
  const kept = await signedIn.takeKeptForm();
  return {
    user: {
      id: user.id,
      name: firstLast(user.firstname, user.lastname),
      username: user.username,
      level: ACCESS_LEVEL_NAMES[user.access_level],
      location: locationsWritten(
        userLocations(user, names, physicianNames(physicians)),
      ).join(", "),
      isOwn: isOneself(signedIn, user),
      isByGroups: isByGroups(user),
    } satisfies UserToDelete,
    notices: kept ? [{ tone: "info", text: kept.told }] : [],
  };
}

/** Deletes the user and leads back to the list with the news of it, or says in the dialog why not. */
export async function deleteByForm(
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
  const users = await findUsers(signedIn);
  if (!Array.isArray(users)) return refusalOf(users);
  const user = users.find((one) => one.id === id);
  if (!user) return leaveForList("info", userListWords.alreadyDeleted);
  if (isOneself(signedIn, user)) return refused(400, userWords.ownAccount);
  const outcome = await signedIn.call(deleteUser, { params: { id } });
  if (outcome.kind !== "failure") {
    return leaveForList("success", userWords.deleted);
  }
  return outcome.status === 404
    ? leaveForList("info", userListWords.alreadyDeleted)
    : refusalOf(outcome);
}

function refusalOf(failure: CallFailure) {
  const { message, error } = failure;
  return refused(refusalStatus(failure), message ?? error ?? unexpected);
}

function refused(status: number, error: string) {
  return json<QuestionAnswer>({ error }, { status });
}
