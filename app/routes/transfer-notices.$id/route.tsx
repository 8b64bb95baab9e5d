import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titledAsLoaded } from "~/features/shell/page-title";
import { useShellData } from "~/features/shell/shell-data";
import { loadNotice } from "~/features/transfer-notices/load-notice.server";
import { NoticeScreen } from "~/features/transfer-notices/notice-screen";
import {
  saveNotices,
  type NoticeAnswer,
} from "~/features/transfer-notices/save.server";
import { noticeWords } from "~/features/transfer-notices/words";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadNotice(request, params.id);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return saveNotices(request, params.id);
}

export const meta: MetaFunction<typeof loader> = titledAsLoaded(
  noticeWords.one,
);

export default function NoticeRoute() {
  const { view } = useLoaderData<typeof loader>();
  const answer = useActionData<NoticeAnswer>() ?? null;
  const csrfToken = useShellData()?.csrfToken ?? null;
  return <NoticeScreen {...{ view, answer, csrfToken }} />;
}
