import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Question } from "~/ui/question";
import type { QuestionAnswer } from "~/ui/question-view";
import type { loadReset, loadLink } from "./questions.server";
import { userListSearch } from "./rules/list-words";
import { lazyComponent } from "~/rendering/lazy-component";

export function UserQuestion() {
  const { question } = useLoaderData<typeof loadReset>();
  const answer = useActionData<QuestionAnswer>() ?? null;
  return <Question {...question} answer={answer} />;
}

const SHEET_ID = "organisation-account";

const LinkDialog = lazyComponent(
  () => import("~/features/users/organisation-account/link-dialog"),
  (chunk) => chunk.LinkDialog,
  SHEET_ID,
);

export function LinkUserScreen() {
  const { user } = useLoaderData<typeof loadLink>();
  return (
    <LinkDialog
      id={SHEET_ID}
      user={user}
      answer={useActionData<QuestionAnswer>() ?? null}
      listQuery={userListSearch(useLocation().search)}
    />
  );
}
