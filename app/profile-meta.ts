import type { MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/features/shell/page-title";
import sheet from "~/features/profile/huddle/huddle.css";
import type { ProfileView } from "~/features/profile/profile-view";

type LoadProfile = () => Promise<
  Pick<ProfileView, "layout" | "documentTitle"> | undefined
>;

/** The title of a profile, and the sheet of its huddle. */
export const meta: MetaFunction<LoadProfile> = ({ data, matches }) => {
  if (!data) return [];
  const title = { title: pageTitle(matches, data.documentTitle) };
  return data.layout === "huddle"
    ? [title, { tagName: "link", rel: "stylesheet", href: sheet }]
    : [title];
};
