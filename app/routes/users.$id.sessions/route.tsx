import { titled } from "~/features/shell/page-title";
import { userTitles } from "~/features/users/rules/titles";

export { links } from "~/reports-and-users-sheet";
export {
  loadEndOfSessions as loader,
  endByForm as action,
} from "~/features/users/questions.server";
export { UserQuestion as default } from "~/features/users/user-question";

export const meta = titled(userTitles.endSessions);
