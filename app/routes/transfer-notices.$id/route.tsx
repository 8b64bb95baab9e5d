import { useActionData, useLoaderData } from "@remix-run/react";
import { titledAsLoaded } from "~/features/shell/page-title";
import { loadNotice } from "~/features/transfer-notices/load.server";
import { NoticeScreen } from "~/features/transfer-notices/notice-screen";
import {
  saveNotices,
  type NoticeAnswer,
} from "~/features/transfer-notices/save.server";
import { noticeWords } from "~/features/transfer-notices/words";

export { links } from "~/reports-and-users-sheet";
export { loadNotice as loader, saveNotices as action };

export const meta = titledAsLoaded(noticeWords.one);

export default function NoticeRoute() {
  const { view } = useLoaderData<typeof loadNotice>();
  const answer = useActionData<NoticeAnswer>() ?? null;
  return <NoticeScreen {...{ view, answer }} />;
}
