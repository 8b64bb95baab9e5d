import { usDayOf, type IsoDay } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";

export const changesWords = {
  title: "Changes since Monday",
  about:
    "A signal is new if its month was not unusual in the data through Sunday. A feed is silent after an unusually long gap. On Mondays, the list starts a week earlier.",
  list: "By facility",
  pages: "Pages of the changes",
  empty: "Nothing has changed since Monday.",
  failed: "The changes were not retrieved due to a system error.",
} as const;

/** '2 new signals, 1 silent feed, 3 overdue reviews'; leaves out zeros. */
export function countsText(counts: {
  signals: number;
  silent: number;
  reviews: number;
}): string {
  const parts: [count: number, words: string][] = [
    [counts.signals, "new signals"],
    [counts.silent, "silent feeds"],
    [counts.reviews, "overdue reviews"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => counted(formatCount(count), words))
    .join(", ");
}

/** 'Since Monday, 11/23/2026.' */
export function sinceText(monday: IsoDay): string {
  return `Since Monday, ${usDayOf(monday)}.`;
}

export function silentText(silent: {
  since: IsoDay;
  last_movement: IsoDay;
}): string {
  return `Feed silent since ${usDayOf(silent.since)}, last movement ${usDayOf(silent.last_movement)}`;
}

export function overdueText(review: { transferred_on: IsoDay }): string {
  return `Review overdue: transfer of ${usDayOf(review.transferred_on)}`;
}
