import {
  epochDayOf,
  firstOfNextMonth,
  isIsoDay,
  isoDayOf,
  usDayOf,
  type EpochDay,
} from "~/domain/calendar";
import {
  dayProblem,
  lineProblem,
  problemsIn,
} from "~/features/chart-events/rules/note-problems";

export const NOTICE_PARTS = [
  "notice_on",
  "bed_hold_on",
  "ombudsman_on",
] as const;
export type NoticePart = (typeof NOTICE_PARTS)[number];

/** Days are `yyyy-MM-dd`; a missing entry is empty. */
export const NOTICE_FIELDS = [
  ...(["notice_on", "notice_to", "notice_by"] as const),
  ...(["bed_hold_on", "ombudsman_on"] as const),
] as const;
export type NoticeField = (typeof NOTICE_FIELDS)[number];
export type NoticeEntries = Record<NoticeField, string>;

export const RECIPIENTS: Record<string, string> = {
  resident: "Resident",
  representative: "Representative",
  both: "Resident and representative",
};

/** A planned notice is given 30 days before the transfer or earlier; a day that is much earlier is a slip. */
const EARLIEST_DAYS = 60;

export interface NoticeTransfer {
  planned: boolean | 0 | 1 | null;
  transferred_on: EpochDay;
}

export function entriesOf(
  from: Readonly<Partial<Record<NoticeField, string | null>>>,
): NoticeEntries {
  const entries = NOTICE_FIELDS.map((field) => [field, from[field] ?? ""]);
  return Object.fromEntries(entries) as NoticeEntries;
}

/** The day from which a part is due (R571). */
export function dueOn(
  part: NoticePart,
  { planned, transferred_on: day }: NoticeTransfer,
): EpochDay {
  if (planned) return day;
  return part === "ombudsman_on" ? firstOfNextMonth(day) : day + 1;
}

export function dueParts(
  entries: NoticeEntries,
  transfer: NoticeTransfer,
  today: EpochDay,
): NoticePart[] {
  return NOTICE_PARTS.filter(
    (part) => entries[part] === "" && dueOn(part, transfer) <= today,
  );
}

/** What stood there before is not the user's to correct (R572). */
export function noticeProblems(
  wanted: NoticeEntries,
  before: NoticeEntries,
  { planned, transferred_on: left }: NoticeTransfer,
  today: EpochDay,
) {
  const { notice_on, notice_to, notice_by } = wanted;
  const noticeIn = (of: NoticeEntries) =>
    [of.notice_on, of.notice_to, of.notice_by].join("");
  const isGiven = !["", noticeIn(before)].includes(noticeIn(wanted));
  const isRecipient = Object.keys(RECIPIENTS).includes(notice_to);
  const earliest = isoDayOf(planned ? left - EARLIEST_DAYS : left);
  const dayOf = (part: NoticePart, isNeeded = false): string | null => {
    const day = wanted[part];
    if (!isNeeded && (day === "" || day === before[part])) return null;
    return (
      dayProblem(day, isoDayOf(today)) ??
      (day < earliest ? `Enter a date from ${usDayOf(earliest)} on.` : null)
    );
  };
  return problemsIn({
    notice_on: dayOf("notice_on", isGiven && notice_on === ""),
    notice_to:
      isGiven && !isRecipient ? "Choose who was given the notice." : null,
    notice_by: isGiven
      ? lineProblem(notice_by, "Enter who gave the notice.")
      : null,
    bed_hold_on: dayOf("bed_hold_on"),
    ombudsman_on: dayOf("ombudsman_on"),
  });
}

/** The present month instead of a later one, or of what is no month. */
export function monthAsked(text: string, today: EpochDay): string {
  const present = isoDayOf(today).slice(0, 7);
  return isIsoDay(`${text}-01`) && text < present ? text : present;
}

export function daysOfMonth(month: string): { from: EpochDay; to: EpochDay } {
  const from = epochDayOf(`${month}-01`);
  return { from, to: firstOfNextMonth(from) - 1 };
}
