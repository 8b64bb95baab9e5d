import type { NoteKind } from "./columns";
import type { ListPage } from "~/domain/lists/list-page";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";

/** Hours (R163). */
export const LOOKBACK_HOURS = [24, 48, 72] as const;
export type LookbackHours = (typeof LOOKBACK_HOURS)[number];

export const DEFAULT_LOOKBACK_HOURS: LookbackHours = 24;

export const LONGEST_LOOKBACK_HOURS: LookbackHours = 72;

export const afterHoursWords = {
  title: "After Hours Patient Report",
  highRiskOnly: "High-Risk Only",
  isnpOnly: "ISNP Only",
  /** For an unreadable answer. */
  riskUnknown: "High risk: Unknown",
  isnpUnknown: "ISNP: Unknown",
  whatsThis: "What's this?",
  /** It says 72 hours, the help 30 days (R168). */
  empty:
    "No patient notes from the last 72 hours were found for this physician.",
  legend: "Note types",
  pages: "Pages of notes",
  mrnCopied: "MRN# copied to clipboard",
  copied: "(copied)",
  mrnNotCopied:
    "The browser blocked the copy. The MRN# is selected now: press Ctrl+C or ⌘C to copy it.",
  markAllRead: "Mark all as read",
  markRead: "Mark as read",
  notMarked: "The notes were not marked as read due to a system error.",
  showAllOpen: "Show all notes in full",
  showAllClosed: "Show notes in brief",
  hideNote: "Hide note",
  showHidden: {
    lookback: `Show the last ${LONGEST_LOOKBACK_HOURS} hours`,
    filters: `Clear filters, show the last ${LONGEST_LOOKBACK_HOURS} hours`,
  },
  noStay: "None recorded",
} as const;

export const NOTE_LEGEND: readonly { kind: NoteKind; label: string }[] = [
  { kind: "admission", label: "Admission" },
  { kind: "progress", label: "Progress" },
  { kind: "narrative", label: "Narrative" },
  { kind: "transport", label: "Transport" },
  { kind: "consultation", label: "Consultation" },
];

export function lookbackText(hours: LookbackHours): string {
  return `Last ${hours} hours`;
}

/** '9 notes from the last 24 hours', '5 of 9 notes …' or 'Notes 51 to 100 of 210 …'. */
export function noteCountText(
  { first, last, total, pages }: Omit<ListPage<unknown>, "rows">,
  inLookback: number,
  hours: LookbackHours,
): string {
  const from = `from the last ${hours} hours`;
  const isWhole = total === inLookback;
  if (pages === 1) {
    const all = counted(formatCount(inLookback), "notes");
    return `${isWhole ? all : `${formatCount(total)} of ${all}`} ${from}`;
  }
  const shown =
    first === last
      ? `Note ${formatCount(first)}`
      : `Notes ${formatCount(first)} to ${formatCount(last)}`;
  const found = `${shown} of ${formatCount(total)}`;
  return isWhole
    ? `${found} ${from}`
    : `${found} found (${formatCount(inLookback)} ${from})`;
}

export const HIGH_RISK_FIRST = ", high-risk first";

export function longerLookbackText(inLongest: number): string {
  return `Show ${counted(formatCount(inLongest), "notes")} from the last ${LONGEST_LOOKBACK_HOURS} hours`;
}

export function unreadNotesText(count: number): string {
  return counted(formatCount(count), "unread notes");
}

/** '9 unread notes are not shown (2 high risk). The oldest is from 11/26/2026 03:10 PM ET.' */
export function hiddenNotesText(
  words: string,
  {
    count,
    highRisk,
    oldest,
  }: { count: number; highRisk: number; oldest: string },
): string {
  const notes = counted(formatCount(count), words);
  const marked = highRisk === 0 ? "" : ` (${formatCount(highRisk)} high risk)`;
  return count === 1
    ? `${notes} is not shown${marked}. It is from ${oldest}.`
    : `${notes} are not shown${marked}. The oldest is from ${oldest}.`;
}

export function newNotesText(count: number, lookedAt: string): string {
  return `${formatCount(count)} new since you last looked on ${lookedAt}`;
}

export function markedReadText(count: number): string {
  return count === 1
    ? "1 note was marked as read."
    : `${formatCount(count)} notes were marked as read.`;
}
