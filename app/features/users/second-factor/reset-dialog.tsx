import { resetWords as words } from "~/features/second-factor/rules/reset-words";
import { userTitles } from "../rules/titles";
import {
  UserQuestion,
  type UserAsked,
  type UserQuestionContext,
} from "../question/user-question";
import { userPath } from "~/user-paths";
import { RESET_SHEET_ID } from "./reset";

/** Asks whether a user's second factor is really to be reset, and names them. */
export function ResetDialog({
  user,
  ...context
}: UserQuestionContext & { user: UserAsked }) {
  return (
    <UserQuestion
      {...context}
      id={RESET_SHEET_ID}
      title={userTitles.resetFactor}
      user={user}
      action={userPath(user.id, "second-factor")}
      returnFocusTo={`reset-factor-${user.id}`}
      sentence={words.confirm}
      submit={words.reset}
    >
      <p>{words.after}</p>
    </UserQuestion>
  );
}
