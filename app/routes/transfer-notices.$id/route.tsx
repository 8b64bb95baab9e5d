import { titledAsLoaded } from "~/features/shell/page-title";
import { noticeWords } from "~/features/transfer-notices/words";

export {
  loadNotice as loader,
  saveNotices as action,
} from "~/features/transfer-notices/pages.server";
export { NoticeScreen as default } from "~/features/transfer-notices/screen";
export { links } from "~/reports-and-users-sheet";

export const meta = titledAsLoaded(noticeWords.one);
