import type { DateRange } from "../filters";
import { NO_PHYSICIAN_ID, type Level } from "../places/hierarchy";
import { messages } from "../messages";
import { formatCount, formatPer1000, formatPercent } from "../number-format";
import {
  CUT_POINTS_EFFECTIVE,
  CUT_POINTS_SOURCE,
  type QualityTag,
} from "./quality-cut-points.data";
import {
  AVERAGE_QUALITY_POINTS,
  measureScore,
  MEASURE_MAX,
  MEASURE_MIN,
  QUALITY_MAX,
  QUALITY_MEASURES,
  qualityTotal,
  type QualityMeasure,
} from "./quality-score";
import { rangeText } from "../range-text";
import { findRateMeasure, SMALL_DENOMINATOR } from "../figures/rate-measures";
import { isSmallDenominator } from "../figures/small-numbers";

/** One measure as the API host tells it (dashboard spec §3); null is what it does not know. */
interface MeasureFigures {
  metric: number | null;
  score: number | null;
  events: number | null;
  events_up: number | null;
  events_down: number | null;
  events_perfect: number | null;
}

/** The quality score as the API host tells it. */
export type QualityFigures = Record<QualityTag, MeasureFigures> &
  Record<QualityMeasure["denominator"], number | null>;

/** What each measure counts, short enough to stand over its table; the whole definition is in the inspector. */
const EXPLANATIONS: Record<QualityTag, string> = {
  rth: "Unplanned hospital stays within 30 days of admission.",
  ed: "Outpatient ED visits within 30 days of admission.",
  h_1000: "Unplanned hospital stays per 1,000 long-term days.",
  ed_1000: "Outpatient ED visits per 1,000 long-term days.",
};

/** How one qualifying event is called, and several. */
const EVENTS: Record<QualityTag, readonly [one: string, many: string]> = {
  rth: ["return", "returns"],
  ed: ["ED visit", "ED visits"],
  h_1000: ["hospitalization", "hospitalizations"],
  ed_1000: ["ED visit", "ED visits"],
};

const DENOMINATORS: Record<QualityMeasure["denominator"], string> = {
  ach_adm: "ACH ADM",
  ls_days: "LS days",
};

const { unknown } = messages;

/** The fixed words of the modal; they stand here so that only its own script carries them. */
export const QUALITY_TEXTS = {
  intro:
    "Four measures give 15 to 150 points each, more points for fewer events: up to 600 together.",
  periodAll:
    "Of the page's filters only the facility counts, so all patients are in it, ISNP or not.",
  periodIsnp:
    "Of the page's filters only the facility counts; as everywhere here, these are ISNP patients only.",
  sameDenominator:
    "What would change a score is counted with admissions and days as they are now.",
  longTerm:
    "Long-term status is reached after 100 cumulative days at the facility.",
  total: "Total",
  raw: "The rates are raw, not risk-adjusted: how ill the patients are is not taken into account.",
} as const;

const WORDS = {
  metric: "Metric value",
  toRaise: "Points rise with",
  toLower: "Points fall with",
  toPerfect: "Perfect with",
  nothingToGain: "Already perfect",
  nothingToLose: "Cannot fall further",
  noneKnown: "There was nothing to count in these 12 months.",
  otherCutPoints:
    "The points follow the cut points of the system that sent these figures.",
} as const;

/** Title of a measure, that of its graph. */
export function measureTitle(tag: QualityTag): string {
  return findRateMeasure(tag)?.title ?? tag;
}

/** What a measure counts, in one line. */
export function measureExplanation(tag: QualityTag): string {
  return EXPLANATIONS[tag];
}

/** The days of a score, and that they are not those of the page. */
export function periodSentence(period: DateRange): string {
  return `The score covers ${rangeText(period)}, the 12 months to yesterday, whatever dates are chosen; other figures may cover other days.`;
}

/** The rate of a measure as the screens write it (dashboard spec §9). */
export function metricText(
  { multiplier }: Pick<QualityMeasure, "multiplier">,
  metric: number | null,
): string {
  return multiplier === 100 ? formatPercent(metric) : formatPer1000(metric);
}

/** '120 of 150'; 'Unknown' for null. */
export function pointsText(score: number | null): string {
  return score === null ? unknown : `${formatCount(score)} of ${MEASURE_MAX}`;
}

/** A row of a measure's table. */
export interface MeasureRow {
  key: "metric" | "points" | "events" | "raise" | "lower" | "perfect";
  label: string;
  value: string;
}

/**
 * The rows of a measure's table (dashboard spec §2): the score, its events over their denominator, and the events
 * that would raise it, lower it or make it perfect.
 */
export function measureRows(
  measure: QualityMeasure,
  quality: QualityFigures,
): MeasureRow[] {
  const figures = quality[measure.tag];
  const { score, events_up, events_down, events_perfect } = figures;
  const changed = (count: number | null, word: "fewer" | "more") =>
    changeText(score === null ? null : count, word, EVENTS[measure.tag]);
  return [
    {
      key: "metric",
      label: WORDS.metric,
      value: metricText(measure, figures.metric),
    },
    {
      key: "points",
      label: `Points, ${MEASURE_MIN} to ${MEASURE_MAX}`,
      value: score === null ? unknown : formatCount(score),
    },
    {
      key: "events",
      label: `Qualifying events over ${DENOMINATORS[measure.denominator]}`,
      value: `${formatCount(figures.events)} / ${formatCount(quality[measure.denominator])}`,
    },
    {
      key: "raise",
      label: WORDS.toRaise,
      value: changed(events_up, "fewer"),
    },
    { key: "lower", label: WORDS.toLower, value: changed(events_down, "more") },
    {
      key: "perfect",
      label: WORDS.toPerfect,
      value: changed(events_perfect, "fewer"),
    },
  ];
}

/** '3 fewer returns'; that the score has no way to go where the count is 0. */
function changeText(
  count: number | null,
  word: "fewer" | "more",
  [one, many]: readonly [string, string],
): string {
  if (count === null) return unknown;
  if (count === 0) {
    return word === "fewer" ? WORDS.nothingToGain : WORDS.nothingToLose;
  }
  return `${formatCount(count)} ${word} ${count === 1 ? one : many}`;
}

/** The total as the screens write it, and what it is a total of where a measure is unknown. */
export function totalWords(quality: QualityFigures): {
  text: string;
  note: string | null;
} {
  const { points, known, possible } = qualityTotal(quality);
  if (points === null) return { text: unknown, note: WORDS.noneKnown };
  const isWhole = known === QUALITY_MEASURES.length;
  return {
    text: `${formatCount(points)} out of ${possible}`,
    note: isWhole
      ? null
      : `The total of ${known} of the four measures; the others are Unknown, and count neither as points nor as missing points.`,
  };
}

/** Which measures stand on so little that their points are mostly chance; null where none does. */
export function smallScoreSentence(quality: QualityFigures): string | null {
  const small = QUALITY_MEASURES.filter(({ tag, denominator }) => {
    const measure = findRateMeasure(tag);
    return measure && isSmallDenominator(measure, quality[denominator]);
  });
  if (small.length === 0) return null;
  const titles = small.map(({ tag }) => measureTitle(tag)).join(", ");
  return `Small numbers: under ${SMALL_DENOMINATOR} admissions from hospital or long-term patient months stand behind ${titles}. Their points are mostly chance, and one event more or less moves them far.`;
}

/** Whose score it is. */
export interface QualitySubject {
  level: Level;
  /** 0 at the physician level: the stays without a physician. */
  id: number;
  /** Null for the company, for stays without a physician, and where it is not known. */
  name: string | null;
  /** The facility filter in force. */
  facilityName: string | null;
}

/**
 * The footer sentence of the modal (dashboard spec §2): the average quality points out of 600. The points of a level
 * come from its stays counted together, so it is an average in which each stay weighs the same, and not the mean of
 * its children's points. Unknown measures are taken to be as good as the average of the others, and it says so.
 */
export function averageSentence(
  quality: QualityFigures,
  subject: QualitySubject,
): string {
  const { known, averageOf600 } = qualityTotal(quality);
  if (averageOf600 === null) {
    return `Average quality points out of ${QUALITY_MAX}: ${unknown}.`;
  }
  const points = `${formatCount(averageOf600)} quality points out of ${QUALITY_MAX}`;
  const missing =
    known === QUALITY_MEASURES.length
      ? ""
      : `, worked out from ${known} of the four measures`;
  const pooled = isGroup(subject)
    ? ", all their stays counted together; it is not the mean of their scores"
    : "";
  return `${subjectWords(subject)} ${points}${missing}${pooled}.`;
}

function isGroup({ level }: QualitySubject): boolean {
  return level === "company" || level === "division" || level === "region";
}

function subjectWords(subject: QualitySubject): string {
  const { level, id, name, facilityName } = subject;
  switch (level) {
    case "company":
      return "All facilities of the company average";
    case "division":
    case "region":
      return `The facilities of ${name ?? `this ${level}`} average`;
    case "facility":
      return `${name ?? "This facility"} averages`;
    case "physician": {
      const place = facilityName ? ` at ${facilityName}` : "";
      return id === NO_PHYSICIAN_ID
        ? `${messages.noPhysician}${place} average`
        : `Patients of ${name ?? "this physician"}${place} average`;
    }
  }
}

/**
 * True where each score is the one that this product's cut points give. An operator's own API host may have others,
 * and then nothing is said about where they come from.
 */
function hasKnownCutPoints(quality: QualityFigures): boolean {
  return QUALITY_MEASURES.every(({ tag, denominator }) => {
    const { events, score } = quality[tag];
    const over = quality[denominator];
    if (score === null) return true;
    return (
      events !== null &&
      over !== null &&
      measureScore(tag, events, over).score === score
    );
  });
}

/** Where the cut points come from, from when they hold, and what an average operator has by them. */
export function cutPointsSentences(quality: QualityFigures): string[] {
  if (!hasKnownCutPoints(quality)) return [WORDS.otherCutPoints];
  return [
    `Points since ${monthWords(CUT_POINTS_EFFECTIVE)} are given by ${CUT_POINTS_SOURCE}. They are not the cut points of CMS for facilities, and the figures of CMS are risk-adjusted.`,
    `The average of the operators that they were taken from is ${formatCount(AVERAGE_QUALITY_POINTS)} points out of ${QUALITY_MAX}.`,
  ];
}

const monthAndYear = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** 'June 2026' of `2026-06`. */
function monthWords(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00:00Z`));
}
