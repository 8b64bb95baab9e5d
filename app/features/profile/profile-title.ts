import type { Level } from "~/domain/places/hierarchy";
import { messages } from "~/domain/messages";
import type { ProfileView } from "./profile-view";

const TITLES: Record<Level, string> = {
  company: messages.profile.companyOverview,
  division: "Division Profile",
  region: "Region Profile",
  facility: "Facility Profile",
  physician: "Physician Profile",
};

export function profileTitle(level: Level): string {
  return TITLES[level];
}

export function documentTitle({
  level,
  name,
  layout,
  notices,
}: Pick<ProfileView, "level" | "name" | "notices" | "layout">): string {
  const title = profileTitle(level);
  return [
    notices.length > 0 ? "Error: " : "",
    name ? `${title}: ${name}` : title,
    layout === "huddle" ? ", huddle sheet" : "",
  ].join("");
}
