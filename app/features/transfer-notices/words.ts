import { usDayOf } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { RECIPIENTS, type NoticeField } from "./rules";

export const noticeWords = {
  title: "Transfer notices",
  one: "Notices of a transfer",
  about:
    "Each hospital transfer needs a written notice, the bed-hold policy, and a copy to the ombudsman.",
  lists: "Lists of notices",
  due: "Due",
  missing: "Missing",
  empty: "No transfers.",
  noneDue: "No notices are due.",
  failed: "The notices were not retrieved due to a system error.",
  csv: "This list (CSV)",
  kinds: { emergency: "Emergency", planned: "Planned" },
  columns: {
    resident: "Resident",
    day: "Transfer",
    hospital: "Hospital",
    notice_on: "Notice",
    bed_hold_on: "Bed-hold policy",
    ombudsman_on: "Ombudsman copy",
  },
  facts: { mrn: "MRN", facility: "Facility", kind: "Kind", reason: "Reason" },
  fields: {
    notice_on: "Notice given on",
    notice_to: "Given to",
    notice_by: "Given by",
    bed_hold_on: "Bed-hold policy given on",
    ombudsman_on: "Copy sent to the ombudsman on",
  },
  heading: "Notices",
  choose: "Choose one",
  save: "Save",
  saved: "Notices saved.",
  history: "History",
  none: "None",
  unknown: "Not known",
  closed: "These notices cannot be changed.",
  stale:
    "Somebody else changed these notices. Check the history below, then save again.",
  send: {
    title: "Mark the list as sent to the ombudsman",
    ask: "The day is recorded for each emergency transfer on it that has no copy yet.",
    save: "Mark as sent",
  },
} as const;

export function dueText(count: number): string {
  return `${counted(formatCount(count), "notices")} due`;
}

export function sentText(count: number): string {
  return `List sent: ${counted(formatCount(count), "transfers")} marked.`;
}

export function entryText(field: NoticeField, value: string): string {
  if (value === "" || field === "notice_by") return value;
  return field === "notice_to" ? (RECIPIENTS[value] ?? "") : usDayOf(value);
}
