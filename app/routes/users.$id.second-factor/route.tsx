import { titled } from "~/features/shell/page-title";
import { userTitles } from "~/features/users/rules/titles";

export { links } from "~/reports-and-users-sheet";
export {
  loadReset as loader,
  resetByForm as action,
} from "~/features/users/questions.server";
export { UserQuestion as default } from "~/features/users/user-question";

export const meta = titled(userTitles.resetFactor);
