import type { MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/features/shell/page-title";
import sheet from "./huddle/huddle.css";
import type { SentView } from "./profile-view";

/** The title of a profile page, and the styles of the huddle sheet. */
export const profileMeta: MetaFunction<() => Promise<SentView>> = ({
  data,
  matches,
}) => {
  if (!data) return [];
  const title = { title: pageTitle(matches, data.documentTitle) };
  return data.layout === "huddle"
    ? [title, { tagName: "link", rel: "stylesheet", href: sheet }]
    : [title];
};
