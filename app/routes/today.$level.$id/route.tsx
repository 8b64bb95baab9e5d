import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { todayWords as words } from "~/features/today/rules/words";
import { pageTitle } from "~/features/shell/page-title";
import { FacilitiesToday } from "~/features/today/facilities-today";
import { loadToday } from "~/features/today/load-today.server";
import {
  saveDiscussions,
  type DiscussionAnswer,
} from "~/features/today/save-discussions.server";
import { TodayScreen } from "~/features/today/screen";
import { links as secondSheet } from "~/reports-and-users-sheet";
import paperSheet from "~/today-on-paper.css";

export const links: LinksFunction = () => [
  ...secondSheet(),
  // A screen waits for none of it.
  { rel: "stylesheet", href: paperSheet, media: "print" },
];

export { loadToday as loader, saveDiscussions as action };

export const meta: MetaFunction<typeof loadToday> = ({ matches, data }) => {
  const hasFailed = data && data.notices.length > 0;
  const title = data?.view.name
    ? `${words.title}, ${data.view.name}`
    : words.title;
  return [{ title: pageTitle(matches, title, hasFailed) }];
};

export default function TodayRoute() {
  const { view, crumbs } = useLoaderData<typeof loadToday>();
  const answer = useActionData<DiscussionAnswer>() ?? null;
  return view.of === "facilities" ? (
    <FacilitiesToday view={view} crumbs={crumbs} />
  ) : (
    <TodayScreen view={view} crumbs={crumbs} answer={answer} />
  );
}
