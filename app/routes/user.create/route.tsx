import { titled } from "~/features/shell/page-title";
import { userFormWords } from "~/features/users/rules/form-words";

export { links } from "~/reports-and-users-sheet";
export { loadNewUser as loader } from "~/features/users/form/load-user-form.server";
export { saveNewUser as action } from "~/features/users/form/save-user.server";
export { CreateUserScreen as default } from "~/features/users/form/create-screen";

export const meta = titled(userFormWords.createPage);
