import { isoDayOf, usDayOf, type EpochDay } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import type { NoticeField, Recipient } from "./rules";

export const noticeWords = {
  title: "Transfer notices",
  one: "Notices of a transfer",
  about:
    "Each hospital transfer needs a written notice, the bed-hold policy, and a copy to the ombudsman.",
  lists: "Lists of notices",
  due: "Due",
  missing: "Missing",
  none: "No transfers.",
  noneDue: "No notices are due.",
  failed: "The notices were not retrieved due to a system error.",
  csv: "This list (CSV)",
  left: "Notices of transfers no longer in the data",
  places: "By facility",
  noPlaces: "This place has no facilities.",
  placeDue: "Transfers with notices due",
  pages: "Pages of facilities",
  kinds: { emergency: "Emergency", planned: "Planned" },
  recipients: {
    resident: "Resident",
    representative: "Representative",
    both: "Resident and representative",
  },
  columns: {
    resident: "Resident",
    day: "Transfer",
    hospital: "Hospital",
    notice_on: "Notice",
    bed_hold_on: "Bed-hold policy",
    ombudsman_on: "Ombudsman copy",
  },
  facts: {
    mrn: "MRN",
    facility: "Facility",
    day: "Transfer",
    kind: "Kind",
    hospital: "Hospital",
    reason: "Reason",
  },
  fields: {
    notice_on: "Notice given on",
    notice_to: "Given to",
    notice_by: "Given by",
    bed_hold_on: "Bed-hold policy given on",
    ombudsman_on: "Copy sent to the ombudsman on",
  },
  form: {
    heading: "Notices",
    facts: "Transfer",
    choose: "Choose one",
    save: "Save",
    back: "Back to the list",
    history: "History",
    empty: "None",
    unknown: "Not known",
    gone: "This transfer is no longer in the data. Its notices cannot be changed.",
    mayNot: "You cannot change these notices.",
  },
  send: {
    title: "Mark the list as sent to the ombudsman",
    open: "Mark as sent",
    ask: "Was this list sent to the ombudsman? The day is recorded for each emergency transfer on it that has no copy yet.",
    day: "Sent on",
    count: "Transfers without a copy",
    save: "Mark as sent",
    cancel: "Cancel",
  },
  saved: "Notices saved.",
  stale:
    "Somebody else changed these notices. Check the history below, then save again.",
  full: "These notices were changed too often. Nothing more can be recorded.",
  nothingToSend: "Each of these transfers has a copy already.",
} as const;

export function dueText(count: number): string {
  return `${counted(formatCount(count), "notices")} due`;
}

export function sentText(count: number): string {
  return `List sent: ${counted(formatCount(count), "transfers")} marked.`;
}

export function summaryText(emergency: number, planned: number): string {
  const all = counted(formatCount(emergency + planned), "transfers");
  return `${all}: ${formatCount(emergency)} emergency, ${formatCount(planned)} planned.`;
}

/** 'By 12/01/2026', if it is not due yet. */
export function byText(day: EpochDay): string {
  return `By ${usDayOf(isoDayOf(day))}`;
}

export function entryText(field: NoticeField, value: string): string {
  if (value === "" || field === "notice_by") return value;
  if (field !== "notice_to") return usDayOf(value);
  const { recipients } = noticeWords;
  return recipients[value as Recipient];
}
