import { usDayOf } from "~/domain/calendar";
import { messages } from "~/domain/messages";
import { profileTitle } from "../profile-title";
import type { ProfileView } from "../profile-view";

type Source = Pick<ProfileView, "level" | "name" | "filters" | "facilityName">;

const texts = messages.profile;

/** What paper says of a page, without the frailty filter of its list. */
export function paperWords(view: Source): ProfileView["paper"] {
  return {
    head: paperHead(view),
    graphs: graphsHead(view),
    filters: filterLine(view),
  };
}

/** The filters in words, for paper. */
export function filterLine(view: Source): string {
  const { startDate, endDate } = view.filters;
  return [
    `${texts.fromDate} ${usDayOf(startDate)}`,
    `${texts.toDate} ${usDayOf(endDate)}`,
    ...choices(view),
  ].join(" · ");
}

/** Whose page it is and under which filters, short enough for the head of each sheet. */
export function paperHead(view: Source): string {
  const { level, name, filters } = view;
  const title = profileTitle(level);
  return [
    name ? `${title} ${name}` : title,
    `${usDayOf(filters.startDate)}–${usDayOf(filters.endDate)}`,
    ...choices(view),
  ].join(" · ");
}

/** As {@link paperHead} for the graphs, whose months end with To Date. */
export function graphsHead(view: Source): string {
  const { level, name, filters } = view;
  const title = profileTitle(level);
  return [
    name ? `${title} ${name}` : title,
    `To ${usDayOf(filters.endDate)}`,
    ...choices(view),
  ].join(" · ");
}

function choices({ filters, facilityName }: Source): string[] {
  return [
    filters.isnp ? texts.isnpOnly : "All patients",
    ...(facilityName ? [`${texts.facility}: ${facilityName}`] : []),
  ];
}
