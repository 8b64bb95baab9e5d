import { userTitles } from "~/features/users/rules/titles";
import { titled } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export {
  linkByForm as action,
  loadLink as loader,
} from "~/features/users/questions.server";
export { LinkUserScreen as default } from "~/features/users/organisation-account/screen";

export const meta = titled(userTitles.organisationAccount);
