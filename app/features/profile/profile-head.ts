import huddleSheet from "./huddle/huddle.css";
import paperSheet from "./profile-on-paper.css";
import type { ProfileView } from "./profile-view";

/** What a profile page has in its head: its title, and the styles of the huddle sheet, or those for paper. */
export function profileHead(
  { layout }: Pick<ProfileView, "layout">,
  title: string,
) {
  const sheet =
    layout === "huddle"
      ? { href: huddleSheet }
      : { href: paperSheet, media: "print" };
  return [{ title }, { tagName: "link" as const, rel: "stylesheet", ...sheet }];
}
