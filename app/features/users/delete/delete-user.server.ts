import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { deleteUser } from "~/contract/users";
import { showRefusal } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { locationsWritten, userListWords } from "../rules/list-words";
import {
  locationNames,
  physicianNames,
  userLocations,
} from "../rules/locations";
import { userWords } from "../rules/words";
import {
  findUsers,
  isOneself,
  readUserId,
  userListNow,
} from "~/session/users.server";
import { isByGroups } from "~/session/is-by-groups.server";
import { requireScreen } from "~/session/screen.server";
import {
  answerQuestion,
  askAbout,
  requireQuestionForm,
} from "../question/answer-question.server";
import type { QuestionAnswer } from "../question/user-question";
import type { UserToDelete } from "./deletion";

/** Whom the dialog is about; 404 where nobody has that id. */
export async function loadDeletion({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = readUserId(params.id);
  const [{ users, physicians = [] }, organization] = await Promise.all([
    userListNow(signedIn),
    signedIn.findOrganization(),
  ]);
  const user = id !== null && users.find((one) => one.id === id);
  if (!user) throw pageError(404);
  const names = locationNames(
    organization.kind === "data" ? organization.organization : null,
  );
  const asked = await askAbout(signedIn, user);
  return {
    ...asked,
    user: {
      ...asked.user,
      location: locationsWritten(
        userLocations(user, names, physicianNames(physicians)),
      ).join(", "),
      isOwn: isOneself(signedIn, user),
      isByGroups: isByGroups(user),
    } satisfies UserToDelete,
  };
}

/** Deletes the user and leads back to the list with the news of it, or says in the dialog why not. */
export async function deleteByForm({ request, params }: LoaderFunctionArgs) {
  const posted = await requireQuestionForm(request, params.id);
  const { signedIn, id, leaveForList } = posted;
  const users = await findUsers(signedIn);
  if ("kind" in users) return showRefusal(users);
  const user = users.find((one) => one.id === id);
  if (!user) return leaveForList("info", userListWords.alreadyDeleted);
  if (isOneself(signedIn, user)) {
    return json<QuestionAnswer>(
      { error: userWords.ownAccount },
      { status: 400 },
    );
  }
  const outcome = await signedIn.call(deleteUser, { params: { id } });
  return answerQuestion(posted, outcome, {
    done: userWords.deleted,
    already: userListWords.alreadyDeleted,
  });
}
