import { useActionData, useLoaderData } from "@remix-run/react";
import { titledByPlace } from "~/features/shell/page-title";
import { NoticesScreen } from "~/features/transfer-notices/list-screen";
import { loadNotices } from "~/features/transfer-notices/load.server";
import {
  saveSending,
  type SendAnswer,
} from "~/features/transfer-notices/save.server";
import { noticeWords } from "~/features/transfer-notices/words";

export { links } from "~/reports-and-users-sheet";
export { loadNotices as loader, saveSending as action };

export const meta = titledByPlace(noticeWords.title);

export default function NoticesRoute() {
  const { view } = useLoaderData<typeof loadNotices>();
  const answer = useActionData<SendAnswer>() ?? null;
  return <NoticesScreen {...{ view, answer }} />;
}
