import type { Level } from "~/domain/hierarchy";
import { messages } from "~/domain/messages";
import type { ProfileView } from "./profile-view";

const TITLES: Record<Level, string> = {
  company: messages.profile.companyOverview,
  division: "Division Profile",
  region: "Region Profile",
  facility: "Facility Profile",
  physician: "Physician Profile",
};

/** 'Company Overview' or '{Level} Profile' (dashboard spec §2). */
export function profileTitle(level: Level): string {
  return TITLES[level];
}

/** Title of the document: the page, whom it is about, and whether a part of it failed. */
export function documentTitle(
  view: Pick<ProfileView, "level" | "name" | "notices" | "layout">,
): string {
  const page = profileTitle(view.level);
  const title =
    view.layout === "huddle" ? `${messages.huddle.link}, ${page}` : page;
  const named = view.name ? `${title}: ${view.name}` : title;
  return view.notices.length > 0 ? `Error: ${named}` : named;
}
