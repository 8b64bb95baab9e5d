import sheet from "./huddle/huddle.css";
import type { ProfileView } from "./profile-view";

/** The title of a profile page, and the styles of the huddle sheet. */
export function profileHead(
  { layout }: Pick<ProfileView, "layout">,
  title: string,
) {
  return layout === "huddle"
    ? [{ title }, { tagName: "link" as const, rel: "stylesheet", href: sheet }]
    : [{ title }];
}
