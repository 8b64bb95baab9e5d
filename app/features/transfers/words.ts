import { counted } from "~/domain/lists/counted-words";
import { censusWords } from "~/features/data-quality/rules/census-words";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { timeOfDayText } from "~/domain/time-of-day";
import {
  FIRST_SHIFT_FROM,
  HOURS_OF_A_GROUP,
  HOURS_OF_A_SHIFT,
  NOT_KNOWN,
  SHIFT_KEYS,
  type Grouping,
} from "./rules";

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
  columns: { group: "Group", transfers: "Transfers", share: "Share" },
  weekday: "Weekday",
  anyTime: "All",
  histogram: "Transfers by day since admission, 0 to 30",
  facilities: "By facility",
  facility: "Facility",
  compare: "Compare facilities",
  rate: "Per 1,000 resident days",
  largest:
    "The columns after the shifts show what is most frequent at each facility.",
  facilityPages: "Pages of the facilities",
  nothing: "–",
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
  noneReviewed: "No unplanned transfers in this period have been reviewed.",
  notKnown: "Not known",
  /** The resident was not in house, as after a discharge. */
  noStay: "After discharge",
} as const;

export const GROUPING_TITLES: Record<Grouping, string> = {
  outcome: "Outcome",
  since_admission: "Days since admission",
  weekday: "Day of the week",
  hour: "Hour of the day",
  weekday_hour: "Weekday and hour",
  shift: "Shift",
  unit: "Unit",
  reason: "Reason",
  diagnosis: "Diagnosis",
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

export const SHIFT_NAMES = ["Day", "Evening", "Night"] as const;

const BANDS: Readonly<Record<string, string>> = {
  "0-2": "0–2 days",
  "3-7": "3–7 days",
  "8-14": "8–14 days",
  "15-30": "15–30 days",
  "over-30": "Over 30 days",
};

/** Falls back to the key. */
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
    case "weekday_hour":
      return timeText(key);
    case "shift":
      return shiftText(key);
    case "physician":
      return name ?? `NPI ${key}`;
    case "hospital":
    case "unit":
    case "reason":
    case "diagnosis":
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

function hoursText(key: string): string {
  const start = Number(key) * HOURS_OF_A_GROUP;
  return start >= 0 && start < 24
    ? rangeText(start, start + HOURS_OF_A_GROUP)
    : key;
}

/** 'Night, 11:00 PM–07:00 AM'. */
function shiftText(key: string): string {
  const at = SHIFT_KEYS.findIndex((one) => one === key);
  const name = SHIFT_NAMES[at];
  if (name === undefined) return key;
  const start = FIRST_SHIFT_FROM + at * HOURS_OF_A_SHIFT;
  return `${name}, ${rangeText(start, start + HOURS_OF_A_SHIFT)}`;
}

function rangeText(start: number, end: number): string {
  const text = (hour: number) => timeOfDayText((hour % 24) * 60);
  return `${text(start)}–${text(end)}`;
}

/** 'Monday, 08:00 AM–12:00 PM', 'Monday, hour not known'. */
function timeText(key: string): string {
  const [weekday = "", hour = ""] = key.split(/-(.*)/);
  const day = WEEKDAYS[Number(weekday)];
  if (day === undefined) return key;
  return `${day}, ${hour === NOT_KNOWN ? "hour not known" : hoursText(hour)}`;
}

/** A block of hours, short enough for an axis: '8 AM–12 PM'. It wraps only after the dash. */
export function blockText(block: number): string {
  const start = block * HOURS_OF_A_GROUP;
  const text = (hour: number) =>
    `${hour % 12 || 12}\u{a0}${hour % 24 < 12 ? "AM" : "PM"}`;
  return `${text(start)}–${text(start + HOURS_OF_A_GROUP)}`;
}

export function shortWeekday(weekday: string): string {
  return groupLabel("weekday", { key: weekday }).slice(0, 3);
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

/** Whole percent, with a mark for a small total; '<1%' instead of 0. */
export function shareText(transfers: number, total: number): string {
  const percent = Math.round((transfers / total) * 100);
  const text = percent === 0 && transfers > 0 ? "<1%" : `${percent}%`;
  return total < SMALL_TOTAL ? `${SMALL_MARK} ${text}` : text;
}

export function smallShareNote(total: number): string | null {
  return total < SMALL_TOTAL
    ? `${SMALL_MARK} Small number (fewer than ${SMALL_TOTAL} transfers): treat with caution.`
    : null;
}

/** The denominator of the shares: '12 of 18 unplanned transfers reviewed'. */
export function ofReviewsText(reviewed: number, unplanned: number): string {
  const all = counted(formatCount(unplanned), "unplanned transfers");
  return `${formatCount(reviewed)} of ${all} reviewed`;
}

export function ofCausedText(caused: number): string {
  return `Share: of the ${transfersText(caused)} with a reviewed cause.`;
}

export function largestText(groups: number): string {
  return `The ${formatCount(groups)} largest are listed.`;
}

export function transfersText(transfers: number): string {
  return counted(formatCount(transfers), "transfers");
}
