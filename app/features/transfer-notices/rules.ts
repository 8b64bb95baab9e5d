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
  planned: boolean;
  transferredOn: EpochDay;
}

export function entriesOf(
  from: Readonly<Partial<NoticeEntries>>,
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
  { planned, transferredOn }: NoticeTransfer,
): EpochDay {
  if (planned) return transferredOn;
  return part === "ombudsman_on"
    ? firstOfNextMonth(transferredOn)
    : transferredOn + 1;
}

export function dueParts(
  entries: Readonly<Record<NoticePart, string>>,
  transfer: NoticeTransfer,
  today: EpochDay,
): NoticePart[] {
  return NOTICE_PARTS.filter(
    (part) => entries[part] === "" && dueOn(part, transfer) <= today,
  );
}

/** Does not judge what stood there before, which is not the user's to correct (R572). */
export function noticeProblems(
  wanted: NoticeEntries,
  before: NoticeEntries,
  transfer: NoticeTransfer,
  today: EpochDay,
) {
  const stood = problemsOf(before, transfer, today);
  return problemsOf(wanted, transfer, today).filter(
    ({ field, text }) =>
      wanted[field] !== before[field] ||
      !stood.some((one) => one.field === field && one.text === text),
  );
}

function problemsOf(
  entries: NoticeEntries,
  transfer: NoticeTransfer,
  today: EpochDay,
) {
  const { notice_on, notice_to, notice_by } = entries;
  const found: [field: NoticeField, text: string | null][] = NOTICE_PARTS.map(
    (part) => [part, dayProblem(entries[part], transfer, today)],
  );
  if (notice_on === "" && notice_to + notice_by !== "") {
    found.push(["notice_on", "Enter the date of the notice."]);
  }
  const isRecipient = RECIPIENTS.some((one) => one === notice_to);
  if (notice_to === "" ? notice_on !== "" : !isRecipient) {
    found.push(["notice_to", "Choose who was given the notice."]);
  }
  if (notice_by === "" && notice_on !== "") {
    found.push(["notice_by", "Enter who gave the notice."]);
  }
  if (notice_by.length > LONGEST_NAME) {
    found.push(["notice_by", `Enter at most ${LONGEST_NAME} characters.`]);
  }
  return found.flatMap(([field, text]) =>
    text === null ? [] : [{ field, text }],
  );
}

function dayProblem(
  text: string,
  { planned, transferredOn }: NoticeTransfer,
  today: EpochDay,
): string | null {
  if (text === "") return null;
  if (!isIsoDay(text)) return "Enter the date as year, month and day.";
  const day = epochDayOf(text);
  if (day > today) return "Enter a date that is not in the future.";
  const earliest = planned ? transferredOn - EARLIEST_DAYS : transferredOn;
  if (day >= earliest) return null;
  return planned
    ? `Enter a date in the ${EARLIEST_DAYS} days before the transfer, or later.`
    : "Enter a date that is not before the transfer.";
}

export function changedEntries(
  before: NoticeEntries,
  after: NoticeEntries,
): Partial<NoticeEntries> {
  return Object.fromEntries(
    NOTICE_FIELDS.filter((field) => before[field] !== after[field]).map(
      (field) => [field, after[field]],
    ),
  );
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
