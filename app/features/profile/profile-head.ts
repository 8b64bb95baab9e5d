import sheet from "./huddle/huddle.css";
import type { ProfileView } from "./profile-view";

export function profileHead(
  { layout }: Pick<ProfileView, "layout">,
  title: string,
) {
  return layout === "huddle"
    ? [{ title }, { tagName: "link" as const, rel: "stylesheet", href: sheet }]
    : [{ title }];
}
