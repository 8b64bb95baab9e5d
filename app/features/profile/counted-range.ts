import type { DateRange } from "~/domain/filters";
import type { ProfileView } from "./profile-view";

/** The dates of a page through the last day that counts; as they are where none of them counts. */
export function countedRange({
  filters,
  lastDay,
}: Pick<ProfileView, "filters" | "lastDay">): DateRange {
  return lastDay === undefined || lastDay < filters.startDate
    ? filters
    : { ...filters, endDate: lastDay };
}
