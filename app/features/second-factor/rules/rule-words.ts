import { usDayOf, type IsoDay } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";

export const ruleWords = {
  title: "Second factor",
  heading: "Who needs one",
} as const;

export function ruleSaved(level: string, from: IsoDay | null): string {
  return from === null
    ? `${level}: no second factor is needed.`
    : `${level}: a second factor is needed from ${usDayOf(from)} on.`;
}

/** Null stands for no day. */
export function ruleChanged(now: IsoDay | null): string {
  const change =
    now === null ? "removed this date" : `changed this date to ${usDayOf(now)}`;
  return `Someone else ${change} after you opened the page. Save again to replace it.`;
}

export function levelCounts(users: number, without: number): string {
  const all = counted(formatCount(users), "users");
  if (users === 0) return all;
  return without === 0
    ? `${all}, all with one`
    : `${all}, ${formatCount(without)} without one`;
}
