import { usDayOf } from "~/domain/calendar";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { messages } from "~/domain/messages";
import type { ProfileView } from "../profile-view";

const texts = messages.profile;

/**
 * The filters of a figure as a list (R90): physician and facility or the name of the
 * level, start date, end date, and the ISNP filter when it is on. The frailty filter is not among them: it narrows the
 * list, not the figures.
 */
export function appliedFilters({
  level,
  name,
  entity,
  filters,
  facilityName,
  through,
}: Pick<
  ProfileView,
  "level" | "name" | "entity" | "filters" | "facilityName" | "through"
>): string[] {
  const shown = entity.kind === "company" ? entity.companyName : name;
  return [
    `${LEVEL_NAMES[level]}: ${shown ?? messages.unknown}`,
    ...(level === "physician"
      ? [`${texts.facility}: ${facilityName ?? texts.allFacilities}`]
      : []),
    `Start date: ${usDayOf(filters.startDate)}`,
    `End date: ${usDayOf(filters.endDate)}${through}`,
    ...(filters.isnp ? [texts.isnpOnly] : []),
  ];
}
