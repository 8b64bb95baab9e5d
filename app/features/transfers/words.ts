import { counted } from "~/domain/lists/counted-words";
import { censusWords } from "~/features/data-quality/rules/census-words";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { timeOfDayText } from "~/domain/time-of-day";
import { HOURS_OF_A_GROUP, NOT_KNOWN, type Grouping } from "./rules";

/** Texts of the transfers page (R356). */
export const transferWords = {
  title: "Transfers",
  link: "What transfers have in common",
  about: "All hospital transfers in this period, planned and unplanned.",
  all: "All transfers",
  close: "Close the list",
  empty: "No transfers in this period.",
  emptyOlder: "This page of the list is empty.",
  emptyList: "No transfers here.",
  failed: "The transfers could not be read.",
  shorterThanMonth:
    "Your account cannot open lists of residents. Choose a range of a month or more.",
  closedList: "Your account cannot open lists of residents.",
  next: "Older transfers",
  newest: "Newest transfers",
  pages: "Pages of the list",
  columns: {
    group: "Group",
    transfers: "Transfers",
    share: "Share",
    running: "Running share",
  },
  review: "Review",
  list: {
    resident: "Resident",
    date: "Date and time",
    facility: "Facility",
    outcome: "Outcome",
    days: "Days since admission",
    physician: "Physician",
    hospital: "Hospital",
    why: "Reason, diagnosis",
  },
  runningNote: "Running share: this cause and all above it.",
  noneReviewed: "No unplanned transfers in this period have been reviewed.",
  notKnown: "Not known",
  /** As after a discharge: the transfer is of nobody who was in house. */
  noStay: "After discharge",
} as const;

/** Headings of the groupings. */
export const GROUPING_TITLES: Record<Grouping, string> = {
  outcome: "Outcome",
  since_admission: "Days since admission",
  weekday: "Day of the week",
  hour: "Hour of the day",
  physician: "Physician",
  hospital: "Hospital",
  avoidable: "Could it have been avoided?",
  cause: "Causes",
};

const OUTCOMES: Readonly<Record<string, string>> = {
  ...censusWords.outcomes,
  planned: "Planned hospital stay",
};

const AVOIDABLE: Readonly<Record<string, string>> = {
  yes: "Yes",
  no: "No",
  unsure: "Unsure",
};

const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
];

const BANDS: Readonly<Record<string, string>> = {
  "0-2": "0–2 days",
  "3-7": "3–7 days",
  "8-14": "8–14 days",
  "15-30": "15–30 days",
  "over-30": "Over 30 days",
};

/** What a group is called: the key itself where there is no word for it. */
export function groupLabel(
  by: Grouping,
  { key, name }: { key: string; name?: string | null | undefined },
): string {
  if (key === NOT_KNOWN) return notKnownText(by);
  switch (by) {
    case "outcome":
      return OUTCOMES[key] ?? key;
    case "weekday":
      return WEEKDAYS[Number(key)] ?? key;
    case "since_admission":
      return BANDS[key] ?? key;
    case "hour":
      return hoursText(key);
    case "physician":
      return name ?? `NPI ${key}`;
    case "hospital":
      return key;
    case "avoidable":
      return AVOIDABLE[key] ?? key;
    case "cause":
      return name ?? key;
  }
}

function notKnownText(by: Grouping): string {
  switch (by) {
    case "physician":
      return messages.none;
    case "since_admission":
      return transferWords.noStay;
    default:
      return transferWords.notKnown;
  }
}

/** 'Day of the week: Saturday', 'Could it have been avoided? Yes'. */
export function groupTitle(by: Grouping, label: string): string {
  const title = GROUPING_TITLES[by];
  return title.endsWith("?") ? `${title} ${label}` : `${title}: ${label}`;
}

/** '08:00 AM–12:00 PM'. */
function hoursText(key: string): string {
  const start = Number(key) * HOURS_OF_A_GROUP;
  if (!(start >= 0 && start < 24)) return key;
  const end = (start + HOURS_OF_A_GROUP) % 24;
  return `${timeOfDayText(start * 60)}–${timeOfDayText(end * 60)}`;
}

/** The outcome of one transfer: 'Inpatient, planned', 'ED visit, assumed'. */
export function outcomeText({
  outcome,
  planned,
  assumed,
}: {
  outcome: string | null;
  planned?: boolean | null;
  assumed: boolean | null;
}): string {
  const word =
    outcome === null ? messages.unknown : (OUTCOMES[outcome] ?? outcome);
  return [word, planned && "planned", assumed && "assumed"]
    .filter(Boolean)
    .join(", ");
}

/** Shares of fewer transfers are mostly chance. */
const SMALL_TOTAL = 20;

/** '12 %' of all transfers, in whole percent, with a mark where there are few; '<1%' for what would be none. */
export function shareText(transfers: number, total: number): string {
  const percent = Math.round((transfers / total) * 100);
  const text = percent === 0 && transfers > 0 ? "<1%" : `${percent}%`;
  return total < SMALL_TOTAL ? `${SMALL_MARK} ${text}` : text;
}

/** What the mark means; null where there is none. */
export function smallShareNote(total: number): string | null {
  return total < SMALL_TOTAL
    ? `${SMALL_MARK} Small number (fewer than ${SMALL_TOTAL} transfers): treat with caution.`
    : null;
}

/** What the shares are of: '12 of 18 unplanned transfers reviewed'. */
export function ofReviewsText(reviewed: number, unplanned: number): string {
  const all = counted(formatCount(unplanned), "unplanned transfers");
  return `${formatCount(reviewed)} of ${all} reviewed`;
}

/** How much of all that was named each count has with those before it: '40%', '65%', '100%'. */
export function runningShares(counts: readonly number[]): string[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.map((count) => {
    before += count;
    return `${Math.round((before / all) * 100)}%`;
  });
}

/** 'and 12 others with 30 transfers'. */
export function moreGroupsText(more: {
  groups: number;
  transfers: number;
}): string {
  const groups = formatCount(more.groups);
  return `and ${groups} ${more.groups === 1 ? "other" : "others"} with ${transfersText(more.transfers)}`;
}

/** '34 transfers'. */
export function transfersText(transfers: number): string {
  return counted(formatCount(transfers), "transfers");
}
