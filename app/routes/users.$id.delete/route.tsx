import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { userListSearch } from "~/features/users/rules/list-query";
import { userTitles } from "~/features/users/rules/titles";
import { titled } from "~/features/shell/page-title";
import type { QuestionAnswer } from "~/features/users/question/user-question";
import { lazyComponent } from "~/rendering/lazy-component";
import {
  deleteByForm,
  loadDeletion,
} from "~/features/users/delete/delete-user.server";
import { DELETE_SHEET_ID } from "~/features/users/delete/deletion";

export { links } from "~/reports-and-users-sheet";

const DeleteDialog = lazyComponent(
  () => import("~/features/users/delete/delete-dialog"),
  (chunk) => chunk.DeleteDialog,
  DELETE_SHEET_ID,
);

/** The dialog over the list of users that deletes one (R211). */
export { loadDeletion as loader, deleteByForm as action };

export const meta = titled(userTitles.confirmDelete);

export default function DeleteUserRoute() {
  const { user } = useLoaderData<typeof loadDeletion>();
  return (
    <DeleteDialog
      user={user}
      answer={useActionData<QuestionAnswer>() ?? null}
      listQuery={userListSearch(useLocation().search)}
    />
  );
}
