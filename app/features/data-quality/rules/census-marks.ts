import { usDayOf, type IsoDay } from "~/domain/calendar";

export const FINDING_KINDS = [
  "hospital_without_transfer",
  "transfer_outside_stay",
  "overlapping_stays",
  "shared_mrn",
  "no_physician",
  "assumed_outcome",
  "waiting",
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Kinds that have rows of residents; waiting messages have reasons. */
export type ResidentFindingKind = Exclude<FindingKind, "waiting">;

export const censusLimits = {
  /** A quarter has each weekday thirteen times, and leaves last winter out. */
  usualDays: 90,
  /** What is usual is not known before: two weeks have each weekday twice. */
  fewestUsualDays: 14,
  /** A week has one of each weekday. */
  recentDays: 7,
  /** A night, and a day without a movement, say nothing: only a whole day and night do. */
  shortestSilenceHours: 24,
  /** A facility is silent where its own movements make the gap less likely than this: of 1,000 facilities that are well, one looks silent. */
  silenceChance: 1 / 1_000,
  /** Rates are those of a year. */
  stayDays: 365,
  /** More than this share of stays in doubt may move a rate by more than months differ. */
  doubtShare: 0.02,
  /**
   * Whoever is back within these days went to hospital straight: Medicare pays a nursing facility after three nights
   * in hospital.
   */
  returnDays: 3,
  /** A transfer so many days before the discharge explains it too: beds are held for residents in hospital about as long. */
  bedHoldDays: 15,
} as const;

export interface Trust {
  is_silent: boolean;
  /** The day of its last movement there. */
  last_movement_on: IsoDay | null;
  usual_movements: number | null;
  /** Stays of the last year. */
  stays: number;
  stays_in_doubt: number;
}

/** One mark of a facility: a word, and a sentence that says what it means. */
export interface CensusMark {
  word: "Silent" | "In doubt";
  text: string;
}

/** Worst first; none if the census can be trusted. */
export function marksOf(trust: Trust): CensusMark[] {
  const silence = silenceText(trust);
  const doubt = doubtText(trust);
  return [
    ...(silence === null ? [] : [{ word: "Silent" as const, text: silence }]),
    ...(doubt === null ? [] : [{ word: "In doubt" as const, text: doubt }]),
  ];
}

/** 'silent, in doubt'; null without a mark. */
export function markWords(trust: Trust): string | null {
  const words = marksOf(trust).map(({ word }) => word.toLowerCase());
  return words.length === 0 ? null : words.join(", ");
}

export function marksOfPlace(marked: number, facilities: number): CensusMark[] {
  if (marked === 0) return [];
  const text = `the census of ${marked} of ${facilities} facilities`;
  return [{ word: "In doubt", text }];
}

const oneDecimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** '6', '5.4' or 'fewer than 0.1': movements a day. */
export function perDayText(movements: number): string {
  return movements > 0 && movements < 0.1
    ? "fewer than 0.1"
    : oneDecimal.format(movements);
}

const weekday = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  timeZone: "UTC",
});

/** 'since Tuesday, 06/09/2026, usually 6 movements a day'. */
function silenceText({
  is_silent,
  last_movement_on: day,
  usual_movements,
}: Trust): string | null {
  if (!is_silent || day === null) return null;
  const since = `since ${weekday.format(new Date(day))}, ${usDayOf(day)}`;
  return usual_movements === null
    ? since
    : `${since}, usually ${perDayText(usual_movements)} movements a day`;
}

/** '3.1% of the stays of a year' (R298). Few stays are no exception: their rates are as unsure. */
function doubtText({ stays, stays_in_doubt: inDoubt }: Trust): string | null {
  if (inDoubt <= stays * censusLimits.doubtShare) return null;
  return `${doubtShareText(stays, inDoubt)} of the stays of a year`;
}

/** The share of stays in doubt, '3.1%'; of no stays all are. */
export function doubtShareText(stays: number, inDoubt: number): string {
  if (inDoubt === 0) return "0%";
  const percent = stays === 0 ? 100 : Math.min(100, (100 * inDoubt) / stays);
  return `${perDayText(percent)}%`;
}
