import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titledByPlace } from "~/features/shell/page-title";
import { useShellData } from "~/features/shell/shell-data";
import { NoticesScreen } from "~/features/transfer-notices/list-screen";
import { loadNotices } from "~/features/transfer-notices/load-list.server";
import {
  saveSending,
  type SendAnswer,
} from "~/features/transfer-notices/save.server";
import { noticeWords } from "~/features/transfer-notices/words";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadNotices(request, params);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return saveSending(request, params);
}

export const meta: MetaFunction<typeof loader> = titledByPlace(
  noticeWords.title,
);

export default function NoticesRoute() {
  const { view } = useLoaderData<typeof loader>();
  const answer = useActionData<SendAnswer>() ?? null;
  const csrfToken = useShellData()?.csrfToken ?? null;
  return <NoticesScreen {...{ view, answer, csrfToken }} />;
}
