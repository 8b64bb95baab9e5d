import { usDayOf } from "~/domain/calendar";
import { messages } from "~/domain/messages";
import { profileTitle } from "../profile-title";
import type { ProfileView } from "../profile-view";

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
