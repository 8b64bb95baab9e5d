import type { Quality } from "~/contract/qmcalculator";
import { findRateMeasure } from "~/domain/figures/rate-measures";
import { rangeText } from "~/domain/range-text";
import type { DateRange } from "~/domain/filters";
import { messages } from "~/domain/messages";
import {
  formatCount,
  formatPer1000,
  formatPercent,
} from "~/domain/number-format";
import {
  type QualityTag,
  denominatorOf,
  MEASURE_MAX,
  MEASURE_MIN,
  QUALITY_MEASURES,
  qualityTotal,
  type QualityMeasure,
} from "./quality-score";
import type { IsoDay } from "~/domain/calendar";

const EXPLANATIONS: Record<QualityTag, string> = {
  rth: "Unplanned hospital stays within 30 days of admission.",
  ed: "Outpatient ED visits within 30 days of admission.",
  h_1000: "Unplanned hospital stays per 1,000 long-term days.",
  ed_1000: "Outpatient ED visits per 1,000 long-term days.",
};

const EVENTS: Record<QualityTag, readonly [one: string, many: string]> = {
  rth: ["return", "returns"],
  ed: ["ED visit", "ED visits"],
  h_1000: ["hospitalization", "hospitalizations"],
  ed_1000: ["ED visit", "ED visits"],
};

function denominatorName(
  { denominator }: QualityMeasure,
  { settled_adm }: Quality,
): string {
  if (denominator === "ls_days") return "LS days";
  return settled_adm == null ? "ACH ADM" : "ACH ADM whose 30 days are over";
}

const { unknown } = messages;

export const QUALITY_TEXTS = {
  intro: "Each of the four measures gives 15 to 150 points, 600 in total.",
  periodAll:
    "Only the facility filter changes the score. It covers all patients, ISNP or not.",
  periodIsnp:
    "Only the facility filter changes the score. It covers ISNP patients only.",
  sameDenominator: "The changes assume the same admissions and days as now.",
  longTerm:
    "Long-term status is reached after 100 cumulative days at the facility.",
  howMade: "How points are set",
  total: "Total",
  raw: "The rates are not risk-adjusted.",
} as const;

const WORDS = {
  metric: "Metric value",
  toRaise: "To gain points",
  toLower: "To lose points",
  toPerfect: "For full points",
  allPerfect: "The score is perfect.",
  nothingToGain: "Already perfect",
  nothingToLose: "Cannot fall further",
  noneKnown: "These days have nothing to count.",
} as const;

export function measureTitle(tag: QualityTag): string {
  return findRateMeasure(tag)?.title ?? tag;
}

export function measureExplanation(tag: QualityTag): string {
  return EXPLANATIONS[tag];
}

export function periodSentence(period: DateRange, card: DateRange): string {
  const days = rangeText(period);
  const shown = rangeText(card);
  return `The score covers ${days}, whatever dates you choose. ${
    shown === days
      ? "The overview covers the same days."
      : `The overview covers ${shown}.`
  }`;
}

export function scopeWords(
  period: DateRange,
  isnp: boolean,
  isnpFixed: boolean,
): string {
  return `${rangeText(period)}${isnp && !isnpFixed ? ", all patients" : ""}`;
}

export function metricText(
  { multiplier }: Pick<QualityMeasure, "multiplier">,
  metric: number | null,
): string {
  return multiplier === 100 ? formatPercent(metric) : formatPer1000(metric);
}

/** '1 fewer return raises the score (30 Day RTH).' Null where no event less raises a score. */
export function nextStepSentence(quality: Quality): string | null {
  const [step] = QUALITY_MEASURES.flatMap(({ tag }) => {
    const { score, events_up: count } = quality[tag];
    return score === null || !count ? [] : [{ tag, count }];
  }).sort((one, other) => one.count - other.count);
  if (step) {
    const verb = step.count === 1 ? "raises" : "raise";
    return `${changeText(step.count, "fewer", EVENTS[step.tag])} ${verb} the score (${measureTitle(step.tag)}).`;
  }
  const isPerfect = QUALITY_MEASURES.every(
    ({ tag }) => quality[tag].score === MEASURE_MAX,
  );
  return isPerfect ? WORDS.allPerfect : null;
}

export function pointsText(score: number | null): string {
  return score === null ? unknown : `${formatCount(score)} of ${MEASURE_MAX}`;
}

interface MeasureRow {
  key: "metric" | "points" | "events" | "raise" | "lower" | "perfect";
  label: string;
  value: string;
}

export function measureRows(
  measure: QualityMeasure,
  quality: Quality,
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
      label: `Qualifying events over ${denominatorName(measure, quality)}`,
      value: `${formatCount(figures.events)} / ${formatCount(denominatorOf(measure, quality))}`,
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

export function totalWords(quality: Quality): {
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
      : `The total has ${known} of the four measures. The others are Unknown and stay out of it.`,
  };
}

/** Ends with the last day that counts; unchanged if none does. */
export function countedRange({
  filters,
  lastDay,
}: {
  filters: DateRange;
  lastDay?: IsoDay;
}): DateRange {
  return lastDay === undefined || lastDay < filters.startDate
    ? filters
    : { ...filters, endDate: lastDay };
}
