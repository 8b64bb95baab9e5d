import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { userListSearch } from "~/features/users/rules/list-query";
import { userTitles } from "~/features/users/rules/titles";
import { titled } from "~/features/shell/page-title";
import type { QuestionAnswer } from "~/features/users/question/user-question";
import { lazyComponent } from "~/rendering/lazy-component";
import { RESET_SHEET_ID } from "~/features/users/second-factor/reset";
import {
  loadReset,
  resetByForm,
} from "~/features/users/second-factor/reset-factor.server";

export { links } from "~/reports-and-users-sheet";

const ResetDialog = lazyComponent(
  () => import("~/features/users/second-factor/reset-dialog"),
  (chunk) => chunk.ResetDialog,
  RESET_SHEET_ID,
);

/** The dialog over the list of users that resets the second factor of one. */
export { loadReset as loader, resetByForm as action };

export const meta = titled(userTitles.resetFactor);

export default function ResetFactorRoute() {
  const { user } = useLoaderData<typeof loadReset>();
  return (
    <ResetDialog
      user={user}
      answer={useActionData<QuestionAnswer>() ?? null}
      listQuery={userListSearch(useLocation().search)}
    />
  );
}
