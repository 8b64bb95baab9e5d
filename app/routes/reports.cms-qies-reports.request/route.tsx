import { requestWords } from "~/features/cms-requests/rules/request-words";
import { titled } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export {
  loadRequestForm as loader,
  requestReport as action,
} from "~/features/cms-requests/request/request-report.server";
export { RequestScreen as default } from "~/features/cms-requests/request/screen";

export const meta = titled(requestWords.title);
