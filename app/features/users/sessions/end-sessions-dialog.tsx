import { endSessionsWords as words } from "../rules/end-sessions-words";
import { userTitles } from "../rules/titles";
import {
  UserQuestion,
  type UserAsked,
  type UserQuestionContext,
} from "../question/user-question";
import { userPath } from "~/user-paths";
import { END_SESSIONS_SHEET_ID } from "./end-sessions";

/** Asks whether a user is really to be logged out everywhere, and names them. */
export function EndSessionsDialog({
  user,
  after,
  ...context
}: UserQuestionContext & { user: UserAsked; after: readonly string[] }) {
  return (
    <UserQuestion
      {...context}
      id={END_SESSIONS_SHEET_ID}
      title={userTitles.endSessions}
      user={user}
      action={userPath(user.id, "sessions")}
      returnFocusTo={`end-sessions-${user.id}`}
      sentence={words.confirm}
      submit={words.submit}
    >
      <p>{after.join(" ")}</p>
    </UserQuestion>
  );
}
