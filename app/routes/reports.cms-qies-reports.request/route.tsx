import { requestWords } from "~/features/cms-requests/rules/request-words";
import { titledForm } from "~/features/shell/form-page-title";

export { links } from "~/reports-and-users-sheet";
export {
  loadRequestForm as loader,
  requestReport as action,
} from "~/features/cms-requests/request/request-report.server";
export { RequestScreen as default } from "~/features/cms-requests/request/screen";

export const meta = titledForm(requestWords.title);
