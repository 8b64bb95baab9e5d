import { titled } from "~/features/shell/page-title";
import { userTitles } from "~/features/users/rules/titles";

export { links } from "~/reports-and-users-sheet";
export { loadUser as loader } from "~/features/users/form/load-user-form.server";
export { saveUser as action } from "~/features/users/form/save-user.server";
export { EditUserScreen as default } from "~/features/users/form/screens";

export const meta = titled(userTitles.edit);
