import {
  isoDayOf,
  newYorkSqlDatetime,
  usDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import { FRAILTY_WORDS, type FrailtyBand } from "~/domain/frailty";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { counted } from "~/domain/lists/counted-words";
import { messages } from "~/domain/messages";
import type { AttentionRule } from "./attention-rules.data";
import { isInWindow, transfersOf, type DayAhead } from "./resident-day";
import type { Listed, Shown, TodayRow } from "./list";
import type { TodayFilters } from "./query";

export const LONGEST_LINE = 200;

export function lineText(typed: string): string {
  return typed.replace(/\s+/g, " ").trim().slice(0, LONGEST_LINE);
}

export const todayWords = {
  title: "Today",
  counts: "Residents",
  shown: {
    in_house: "In house",
    attention: "Need attention",
    window: "In the 30-day window",
    out: "Out at hospital now",
    back: "Back within 72 hours",
    long_stay_soon: "Long-stay within 7 days",
  } satisfies Record<Shown, string>,
  groups: {
    attention: "Need attention",
    out: "Out at hospital",
    others: "Others in house",
  },
  /** For places without a column head. */
  noPhysician: "No physician",
  filters: {
    show: "Show",
    everybody: "Everybody",
    frailty: "Frailty",
    any: "Any",
    unit: "Unit",
    physician: "Physician",
    nobody: messages.none,
    facility: "Facility",
    apply: "Apply",
  },
  columns: {
    name: "Resident",
    why: "Why on this list",
    facility: "Facility",
    out: "Out since",
    day: "Day of stay",
    window: "30-day window",
    long_stay: "Long-stay",
    frailty: "Frailty",
    hospital: "Hospital",
    ed: "ED visits",
    note: "Last note",
    physician: "Physician",
    writing: "For tomorrow",
    review: "Review",
  },
  details: {
    window: "closes on",
    long_stay: "in, or since",
    spans: "30 · 90 · 180 days",
    writing: "stays until it is changed",
  },
  bedKept: "bed kept",
  noUnit: "No unit",
  discuss: {
    tick: "Discussed",
    undo: "Undo",
    save: "Save lines",
    progress: (done: number, of: number) => `${done} of ${of} discussed`,
    replace: "Replace",
    now: (line: string) =>
      `Someone else ${line ? `wrote “${line}”` : "cleared this line"}.`,
  },
  highRisk: "high risk",
  unread: "unread",
  outNote:
    "Left with a transfer to hospital in the last 15 days, and has no later stay or return.",
  empty: "Nobody is in house or out at hospital as far as the data reach.",
  emptyFiltered: "No resident matches these filters.",
  failed: "The list of today was not retrieved due to a system error.",
  places: {
    title: "Facilities",
    region: "Region",
    pages: "Pages of facilities",
    rows: (first: number, last: number, total: number) =>
      last - first + 1 < total
        ? `${first} to ${last} of ${counted(String(total), "facilities")}`
        : counted(String(total), "facilities"),
    all: "Show all facilities",
    empty: "There are no facilities here.",
    failed: "The facilities were not retrieved due to a system error.",
  },
} as const;

export function filterText(
  { show, frailty, unit, physician, facility }: TodayFilters,
  nameOf: (choice: "physicians" | "facilities", key: string) => string,
): string {
  const { filters: words, shown } = todayWords;
  return [
    show && shown[show],
    frailty === "all" ? null : `${words.frailty}: ${FRAILTY_WORDS[frailty]}`,
    unit && `${words.unit}: ${unit}`,
    physician && `${words.physician}: ${nameOf("physicians", physician)}`,
    facility && `${words.facility}: ${nameOf("facilities", facility)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

export function dayText(day: EpochDay | IsoDay): string {
  return usDayOf(typeof day === "number" ? isoDayOf(day) : day);
}

export function momentText(at: string): string {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(new Date(at)));
  return read ? `${read.date} ${read.time}` : at;
}

export function shortMomentText(at: string): string {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(new Date(at)));
  return read ? `${read.date.slice(0, 5)} ${read.time}` : at;
}

/** What a late facility means for its list: '…reach 11/20/2026' (R327). */
export function reachText(facility: string, through: IsoDay | null): string {
  return through === null
    ? `${facility} has no complete data, so none of its residents is listed.`
    : `The data of ${facility} reach ${dayText(through)}. Who came, left or went to hospital since then is not known.`;
}

/** The same beside the facility's name, 'Data to 11/20/2026'. */
export function lateText(through: IsoDay | null): string {
  return through === null ? "No complete data" : `Data to ${dayText(through)}`;
}

/** '12/05 · 9 days left', while a window is open. */
export function windowText(day: Listed["day"]): string {
  const { window } = day;
  return window && isInWindow(day)
    ? `${shortDayText(window.on)} · ${leftText(window.daysLeft)}`
    : "";
}

export function shortDayText(day: EpochDay | IsoDay): string {
  return dayText(day).slice(0, 5);
}

function leftText(daysLeft: number): string {
  if (daysLeft === 0) return "last day";
  return `${counted(String(daysLeft), "days")} left`;
}

/** 'In 12 days', 'Today', or the day since when. */
export function longStayText({ on, daysLeft }: DayAhead): string {
  if (daysLeft === 0) return "Today";
  return daysLeft > 0 ? `In ${counted(String(daysLeft), "days")}` : dayText(on);
}

/** Short, as on the chips of other lists. */
const BANDS: Record<FrailtyBand, string> = {
  high: "High",
  medium: "Med",
  low: "Low",
};

/** '7 High'; empty without a score. */
export function frailtyText({ row, day: { band } }: Listed): string {
  return band === null ? "" : `${String(row.frailty_score)} ${BANDS[band]}`;
}

export function spansText(...counts: number[]): string {
  return counts.every((one) => one === 0) ? "0" : counts.join(" · ");
}

/** '11/25/2026 09:40 PM, high risk, unread'. */
export function noteText(row: {
  last_note_at: string | null;
  last_note_high_risk: boolean;
  last_note_unread?: boolean | undefined;
}): string {
  if (row.last_note_at === null) return "";
  return [
    momentText(row.last_note_at),
    row.last_note_high_risk ? todayWords.highRisk : null,
    row.last_note_unread ? todayWords.unread : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

export function reasonText(
  rule: AttentionRule,
  { row, day }: Listed<TodayRow>,
): string {
  const transfers = counted(String(transfersOf(row)), "transfers");
  switch (rule) {
    case "window_frail":
      return `30-day window closes ${day.window ? dayText(day.window.on) : ""}, frailty ${String(row.frailty_score)}`;
    case "second_transfer":
      return `${transfers} within 30 days`;
    case "back":
      return `Back from hospital ${dayText(row.back_on ?? "")}`;
    case "new":
      return `New from hospital ${dayText(row.admitted_on)}`;
    case "high_risk_note":
      return `High-risk note ${momentText(row.high_risk_note_at ?? "")}`;
    case "long_stay_soon":
      return `Long-stay from ${dayText(day.longStay.on)}, ${transfers} within 30 days`;
  }
}
