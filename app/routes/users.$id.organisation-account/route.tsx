import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { userListSearch } from "~/features/users/rules/list-query";
import { userTitles } from "~/features/users/rules/titles";
import { titled } from "~/features/shell/page-title";
import { lazyComponent } from "~/rendering/lazy-component";
import type { QuestionAnswer } from "~/ui/question-view";
import { linkByForm, loadLink } from "~/features/users/questions.server";

export { links } from "~/reports-and-users-sheet";

const SHEET_ID = "organisation-account";

const LinkDialog = lazyComponent(
  () => import("~/features/users/organisation-account/link-dialog"),
  (chunk) => chunk.LinkDialog,
  SHEET_ID,
);

export { loadLink as loader, linkByForm as action };

export const meta = titled(userTitles.organisationAccount);

export default function LinkUserRoute() {
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
