import { usDayOf } from "~/domain/calendar";
import { messages } from "~/domain/messages";
import type { ProfileView } from "../profile-view";
import type { Level } from "~/domain/places/hierarchy";

type Source = Pick<
  ProfileView,
  "level" | "name" | "filters" | "facilityName" | "through"
>;

const texts = messages.profile;

export function paperWords(view: Source): ProfileView["paper"] {
  const { startDate, endDate } = view.filters;
  return {
    head: headOf(
      view,
      `${usDayOf(startDate)}–${usDayOf(endDate)}${view.through}`,
    ),
    graphs: headOf(view, `To ${usDayOf(endDate)}${view.through}`),
    filters: filterLine(view),
  };
}

export function filterLine(view: Source): string {
  const { startDate, endDate } = view.filters;
  return [
    `${texts.fromDate} ${usDayOf(startDate)}`,
    `${texts.toDate} ${usDayOf(endDate)}${view.through}`,
    ...choices(view),
  ].join(" · ");
}

function headOf(view: Source, days: string): string {
  const { level, name } = view;
  const title = profileTitle(level);
  return [name ? `${title} ${name}` : title, days, ...choices(view)].join(
    " · ",
  );
}

function choices({ filters, facilityName }: Source): string[] {
  return [
    filters.isnp ? texts.isnpOnly : "All patients",
    ...(facilityName ? [`${texts.facility}: ${facilityName}`] : []),
  ];
}

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
