import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { userListSearch } from "~/features/users/rules/list-query";
import { userTitles } from "~/features/users/rules/titles";
import { titled } from "~/features/shell/page-title";
import type { QuestionAnswer } from "~/features/users/question/user-question";
import { lazyComponent } from "~/rendering/lazy-component";
import { END_SESSIONS_SHEET_ID } from "~/features/users/sessions/end-sessions";
import {
  endByForm,
  loadQuestion,
} from "~/features/users/sessions/end-sessions.server";

export { links } from "~/reports-and-users-sheet";

const EndSessionsDialog = lazyComponent(
  () => import("~/features/users/sessions/end-sessions-dialog"),
  (chunk) => chunk.EndSessionsDialog,
  END_SESSIONS_SHEET_ID,
);

/** The dialog over the list of users that logs one out everywhere. */
export { loadQuestion as loader, endByForm as action };

export const meta = titled(userTitles.endSessions);

export default function EndSessionsRoute() {
  const { user, after } = useLoaderData<typeof loadQuestion>();
  return (
    <EndSessionsDialog
      user={user}
      after={after}
      answer={useActionData<QuestionAnswer>() ?? null}
      listQuery={userListSearch(useLocation().search)}
    />
  );
}
