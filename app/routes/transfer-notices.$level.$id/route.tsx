import { titledByPlace } from "~/features/shell/page-title";
import { noticeWords } from "~/features/transfer-notices/words";

export {
  loadNotices as loader,
  saveSending as action,
} from "~/features/transfer-notices/pages.server";
export { NoticesScreen as default } from "~/features/transfer-notices/screen";
export { links } from "~/reports-and-users-sheet";

export const meta = titledByPlace(noticeWords.title);
