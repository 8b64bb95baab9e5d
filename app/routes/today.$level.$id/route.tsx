import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/features/shell/page-title";
import type { loadToday } from "~/features/today/load-today.server";
import { todayWords as words } from "~/features/today/rules/words";
import { links as secondSheet } from "~/reports-and-users-sheet";
import paperSheet from "~/today-on-paper.css";

export { loadToday as loader } from "~/features/today/load-today.server";
export { saveDiscussions as action } from "~/features/today/save-discussions.server";
export { TodayScreen as default } from "~/features/today/screen";

export const links: LinksFunction = () => [
  ...secondSheet(),
  // A screen waits for none of it.
  { rel: "stylesheet", href: paperSheet, media: "print" },
];

export const meta: MetaFunction<typeof loadToday> = ({ matches, data }) => {
  const hasFailed = data && data.notices.length > 0;
  const title = data?.view.name
    ? `${words.title}, ${data.view.name}`
    : words.title;
  return [{ title: pageTitle(matches, title, hasFailed) }];
};
