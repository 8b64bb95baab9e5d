import { userTitles } from "~/features/users/rules/titles";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadUsers as loader } from "~/features/users/list/load-users.server";
export { UsersScreen as default } from "~/features/users/list/screen";

export const meta = titledAsLoaded(userTitles.all);
