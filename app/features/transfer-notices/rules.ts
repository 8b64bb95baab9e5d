import {
  epochDayOf,
  firstOfNextMonth,
  isIsoDay,
  isoDayOf,
  type EpochDay,
} from "~/domain/calendar";

/** Days are `yyyy-MM-dd`; a missing entry is empty. */
export const NOTICE_FIELDS = [
  "notice_on",
  "notice_to",
  "notice_by",
  "bed_hold_on",
  "ombudsman_on",
] as const;
export type NoticeField = (typeof NOTICE_FIELDS)[number];
export type NoticeEntries = Record<NoticeField, string>;

export const NOTICE_PARTS = [
  "notice_on",
  "bed_hold_on",
  "ombudsman_on",
] as const;
export type NoticePart = (typeof NOTICE_PARTS)[number];

export const RECIPIENTS = ["resident", "representative", "both"] as const;
export type Recipient = (typeof RECIPIENTS)[number];

export const LONGEST_NAME = 80;
/** Changes kept of one transfer. */
export const MOST_CHANGES = 50;
/** The list of reviews has the same days. */
export const NOTICE_WINDOW_DAYS = 90;
/** A planned notice is given 30 days before the transfer or earlier; a day that is much earlier is a slip. */
const EARLIEST_DAYS = 60;

export interface NoticeTransfer {
  planned: boolean | 0 | 1 | null;
  transferred_on: EpochDay;
}

/** One line each. */
export function entriesOf(
  from: Readonly<Partial<Record<NoticeField, string | null>>>,
): NoticeEntries {
  return Object.fromEntries(
    NOTICE_FIELDS.map((field) => [
      field,
      (from[field] ?? "").replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim(),
    ]),
  ) as NoticeEntries;
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
  entries: Readonly<Record<NoticePart, string | null>>,
  transfer: NoticeTransfer,
  today: EpochDay,
): NoticePart[] {
  return NOTICE_PARTS.filter(
    (part) => !entries[part] && dueOn(part, transfer) <= today,
  );
}

/** In the order of the form. What stood there before is not the user's to correct (R572). */
export function noticeProblems(
  wanted: NoticeEntries,
  before: NoticeEntries,
  transfer: NoticeTransfer,
  today: EpochDay,
): { field: NoticeField; text: string }[] {
  const found = problemsOf(wanted, transfer, today);
  const stood = problemsOf(before, transfer, today);
  return NOTICE_FIELDS.flatMap((field) => {
    const text = found[field];
    const isNew = wanted[field] !== before[field] || text !== stood[field];
    return text !== null && isNew ? [{ field, text }] : [];
  });
}

function problemsOf(
  { notice_on, notice_to, notice_by, ...days }: NoticeEntries,
  transfer: NoticeTransfer,
  today: EpochDay,
): Record<NoticeField, string | null> {
  const isGiven = notice_on !== "";
  const isRecipient = RECIPIENTS.some((one) => one === notice_to);
  const dayOf = (day: string) => dayProblem(day, transfer, today);
  return {
    notice_on:
      !isGiven && notice_to + notice_by !== ""
        ? "Enter the date of the notice."
        : dayOf(notice_on),
    notice_to: (notice_to === "" ? isGiven : !isRecipient)
      ? "Choose who was given the notice."
      : null,
    notice_by:
      notice_by === "" && isGiven
        ? "Enter who gave the notice."
        : notice_by.length > LONGEST_NAME
          ? `Enter at most ${LONGEST_NAME} characters.`
          : null,
    bed_hold_on: dayOf(days.bed_hold_on),
    ombudsman_on: dayOf(days.ombudsman_on),
  };
}

export const NO_DAY = "Enter the date as year, month and day.";

function dayProblem(
  text: string,
  { planned, transferred_on: transferredOn }: NoticeTransfer,
  today: EpochDay,
): string | null {
  if (text === "") return null;
  if (!isIsoDay(text)) return NO_DAY;
  const day = epochDayOf(text);
  if (day > today) return "Enter a date that is not in the future.";
  const earliest = planned ? transferredOn - EARLIEST_DAYS : transferredOn;
  if (day >= earliest) return null;
  return planned
    ? `Enter a date in the ${EARLIEST_DAYS} days before the transfer, or later.`
    : "Enter a date that is not before the transfer.";
}

export function isMonth(text: string): boolean {
  return /^[12]\d{3}-\d{2}$/.test(text) && isIsoDay(`${text}-01`);
}

export function monthOf(day: EpochDay): string {
  return isoDayOf(day).slice(0, 7);
}

export function daysOfMonth(month: string): { from: EpochDay; to: EpochDay } {
  const from = epochDayOf(`${month}-01`);
  return { from, to: firstOfNextMonth(from) - 1 };
}
