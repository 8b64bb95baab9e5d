import { titled } from "~/features/shell/page-title";
import { userTitles } from "~/features/users/rules/titles";

export { links } from "~/reports-and-users-sheet";
export { loadNewUser as loader } from "~/features/users/form/load-user-form.server";
export { saveNewUser as action } from "~/features/users/form/save-user.server";
export { AddUserScreen as default } from "~/features/users/form/screens";

export const meta = titled(userTitles.add);
