import { userListWords as words } from "../rules/list-words";
import { userTitles } from "../rules/titles";
import { userWords } from "../rules/words";
import {
  UserQuestion,
  type UserQuestionContext,
} from "../question/user-question";
import { userPath } from "~/user-paths";
import { DELETE_SHEET_ID, type UserToDelete } from "./deletion";

/** Asks whether a user is really to be deleted, and names them (R211). */
export function DeleteDialog({
  user,
  ...context
}: UserQuestionContext & { user: UserToDelete }) {
  return (
    <UserQuestion
      {...context}
      id={DELETE_SHEET_ID}
      title={userTitles.confirmDelete}
      user={user}
      action={userPath(user.id, "delete")}
      returnFocusTo={`delete-user-${user.id}`}
      sentence={user.isOwn ? `${userWords.ownAccount}.` : words.confirm}
      submit={user.isOwn ? null : words.deleteUser}
    >
      {user.isByGroups ? <p>{words.comesBack}</p> : null}
    </UserQuestion>
  );
}
