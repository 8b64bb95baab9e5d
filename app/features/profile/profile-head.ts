import huddleSheet from "./huddle/huddle.css";
import type { ProfileView } from "./profile-view";

/** What a profile page has in its head: its title, and for the huddle sheet the styles that no other page needs. */
export function profileHead(
  { layout }: Pick<ProfileView, "layout">,
  title: string,
) {
  return [
    { title },
    ...(layout === "huddle"
      ? [{ tagName: "link" as const, rel: "stylesheet", href: huddleSheet }]
      : []),
  ];
}
