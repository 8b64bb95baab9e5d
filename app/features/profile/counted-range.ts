import type { DateRange } from "~/domain/filters";
import type { ProfileView } from "./profile-view";

/** Ends with the last day that counts; unchanged if none does. */
export function countedRange({
  filters,
  lastDay,
}: Pick<ProfileView, "filters" | "lastDay">): DateRange {
  return lastDay === undefined || lastDay < filters.startDate
    ? filters
    : { ...filters, endDate: lastDay };
}
