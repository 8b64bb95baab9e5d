import { titled } from "~/features/shell/page-title";
import { userTitles } from "~/features/users/rules/titles";

export { links } from "~/reports-and-users-sheet";
export {
  loadDeletion as loader,
  deleteByForm as action,
} from "~/features/users/questions.server";
export { UserQuestion as default } from "~/features/users/user-question";

/** The dialog over the list of users that deletes one (R211). */
export const meta = titled(userTitles.confirmDelete);
