import type { IsoDay } from "~/domain/calendar";
import { defaultRange, type DateRange } from "~/domain/filters";

export type QualityTag = "rth" | "ed" | "h_1000" | "ed_1000";

export const CUT_POINTS_SOURCE =
  "the 10th to 90th percentile of chain averages in the CMS chain performance file of June 2026";

export const CUT_POINTS_EFFECTIVE = "2026-06";

/** Nine of each measure, best first: percent, and events per 1,000 long-stay days. They are compared with raw rates. */
export const CUT_POINTS: Readonly<Record<QualityTag, readonly number[]>> = {
  rth: [20.0, 21.3, 22.3, 23.1, 23.9, 24.8, 25.7, 26.7, 28.1],
  ed: [8.4, 9.6, 10.7, 11.5, 12.3, 13.08, 14.0, 15.04, 16.9],
  h_1000: [1.4, 1.5, 1.63, 1.8, 1.9, 2.0, 2.1, 2.2, 2.4],
  ed_1000: [1.0, 1.3, 1.4, 1.6, 1.75, 1.9, 2.1, 2.3, 2.8],
};

/** Points of a measure at or below its first cut point, and above its last one (R122). */
export const MEASURE_MAX = 150;
export const MEASURE_MIN = 15;

const POINTS_PER_CUT = 15;

export interface QualityMeasure {
  tag: QualityTag;
  /** Wire name of its denominator (R121). A host may not know the settled admissions: see {@link denominatorOf}. */
  denominator: "settled_adm" | "ls_days";
  multiplier: 100 | 1000;
}

export const QUALITY_MEASURES: readonly QualityMeasure[] = [
  { tag: "rth", denominator: "settled_adm", multiplier: 100 },
  { tag: "ed", denominator: "settled_adm", multiplier: 100 },
  { tag: "h_1000", denominator: "ls_days", multiplier: 1000 },
  { tag: "ed_1000", denominator: "ls_days", multiplier: 1000 },
];

export const QUALITY_MAX = MEASURE_MAX * QUALITY_MEASURES.length;

/** The days that a score covers, whatever the filters say: those of the default range through the reach of the data (R125). */
export function qualityPeriod(
  today: IsoDay,
  dataThrough: IsoDay | null,
): DateRange {
  const { startDate, endDate } = defaultRange(today);
  const isCut = dataThrough !== null && dataThrough < endDate;
  return { startDate, endDate: isCut ? dataThrough : endDate };
}

/** `events_*`: fewest less that raise the score, more that lower it, less that reach 150; 0 where there is nothing to gain or lose. */
type MeasureScore = { events: number } & Record<
  "metric" | "score" | "events_up" | "events_down" | "events_perfect",
  number | null
>;

type Denominators<Count> = Record<"ach_adm" | "settled_adm" | "ls_days", Count>;

export type QualityCounts = Record<QualityTag, number> & Denominators<number>;

export function denominatorOf(
  { denominator }: Pick<QualityMeasure, "denominator">,
  { settled_adm, ach_adm, ls_days }: Partial<Denominators<number | null>>,
): number | null {
  return (
    (denominator === "ls_days" ? ls_days : (settled_adm ?? ach_adm)) ?? null
  );
}

export function qualityOf(counts: QualityCounts) {
  const scoreOf = (tag: QualityTag) =>
    measureScore(tag, counts[tag], counts[measureOf(tag).denominator]);
  return {
    rth: scoreOf("rth"),
    ed: scoreOf("ed"),
    h_1000: scoreOf("h_1000"),
    ed_1000: scoreOf("ed_1000"),
    ach_adm: counts.ach_adm,
    settled_adm: counts.settled_adm,
    ls_days: counts.ls_days,
  };
}

/** A rate exactly at a cut point has not passed it (R123, R126). */
export function measureScore(
  tag: QualityTag,
  events: number,
  denominator: number,
): MeasureScore {
  if (denominator === 0) {
    return {
      metric: null,
      score: null,
      events,
      events_up: null,
      events_down: null,
      events_perfect: null,
    };
  }
  const most = mostEventsAtCutPoints(tag, denominator);
  const passed = most.filter((limit) => events > limit).length;
  const perfect = most[0] ?? 0;
  const better = most[passed - 1] ?? events;
  const same = most[passed];
  return {
    metric: (events * measureOf(tag).multiplier) / denominator,
    score: MEASURE_MAX - POINTS_PER_CUT * passed,
    events,
    events_up: events - better,
    events_down: same === undefined ? 0 : same + 1 - events,
    events_perfect: Math.max(events - perfect, 0),
  };
}

/**
 * A measure without a score counts neither in the points nor in the maximum, so that nobody reads 'Unknown' as zero.
 */
export function qualityTotal(
  quality: Record<QualityTag, { score: number | null }>,
) {
  const scores = QUALITY_MEASURES.map(({ tag }) => quality[tag].score).filter(
    (score) => score !== null,
  );
  const known = scores.length;
  const possible = MEASURE_MAX * known;
  if (known === 0) {
    return { points: null, known, possible, averageOf600: null };
  }
  const points = scores.reduce((sum, score) => sum + score, 0);
  return {
    points,
    known,
    possible,
    averageOf600: (points / known) * QUALITY_MEASURES.length,
  };
}

/** The cut points are deciles, so each of the ten scores is equally likely among the operators that they were taken from. */
export const AVERAGE_QUALITY_POINTS =
  ((MEASURE_MAX + MEASURE_MIN) / 2) * QUALITY_MEASURES.length;

/** Cut points have two decimals at most; hundredths are whole numbers, and comparing those cannot slip. */
const HUNDREDTHS = 100;

function mostEventsAtCutPoints(tag: QualityTag, denominator: number): number[] {
  const parts = measureOf(tag).multiplier * HUNDREDTHS;
  return CUT_POINTS[tag].map((cut) => {
    const product = Math.round(cut * HUNDREDTHS) * denominator;
    return (product - (product % parts)) / parts;
  });
}

function measureOf(tag: QualityTag): QualityMeasure {
  const measure = QUALITY_MEASURES.find((one) => one.tag === tag);
  if (!measure) throw new Error(`${tag} is no measure of the quality score`);
  return measure;
}
