import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { lazyComponent } from "~/rendering/lazy-component";
import type { QuestionAnswer } from "~/ui/question-view";
import type { loadLink } from "../questions.server";
import { userListSearch } from "../rules/list-words";

const SHEET_ID = "organisation-account";

const LinkDialog = lazyComponent(
  () => import("./link-dialog"),
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
