import {
  isOfSingleValues,
  type ControlChart,
  type ControlPoint,
} from "./control-chart";
import { counted } from "../lists/counted-words";
import type { GraphMode } from "./graph-modes";
import { formatCount, formatPer1000, formatPercent } from "../number-format";
import type { RateMeasure } from "../figures/rate-measures";
import type { RunRule, RunSignal } from "./run-rules";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** How to read a graph, where that is needed. */
export const GRAPH_HINTS = {
  judgeMonthly:
    "To spot unusual months, choose Month over month: each point here shares 11 of its 12 months with the next.",
  newestIsCut: "The newest month is not whole.",
} as const;

/** Which months a graph shows: 'The 18 months to To Date; From Date does not count here.' */
export function monthsHint(count: number): string {
  return `The ${count} months to To Date; From Date does not count here.`;
}

type Unit = Pick<RateMeasure, "unit">;

/** A chart in the words of its months: what the sentences are made of. */
export interface ChartStory {
  measure: RateMeasure;
  mode: GraphMode;
  /** 'March 2026', oldest first. */
  months: readonly string[];
  chart: ControlChart;
  /** In the unit of the measure; null where it is not known. */
  denominators: readonly (number | null)[];
  /** Empty where they are not judged, as in a rolling chart. */
  signals: readonly RunSignal[];
}

/** 'March 2026' of 'Mar' and 2026; a word that is no month stays as it is. */
export function monthNames(
  months: readonly string[],
  years: readonly number[],
): string[] {
  return months.map((month, index) => {
    const name = MONTHS.find((one) => one.slice(0, 3) === month) ?? month;
    return `${name} ${years[index] ?? ""}`.trim();
  });
}

/** A rate as the screen writes it, '21.43%' or '1.62'; 'Unknown' for null (dashboard spec §9). */
export function formatRate({ unit }: Unit, value: number | null): string {
  return unit === "percent" ? formatPercent(value) : formatPer1000(value);
}

/** Limits as the screen writes them, '12.30% to 30.20%'; null where there are none, and where they are one. */
export function limitsText(
  measure: Unit,
  point: ControlPoint | undefined,
): string | null {
  if (!point || point.lower === null || point.upper === null) return null;
  const lower = formatRate(measure, point.lower);
  const upper = formatRate(measure, point.upper);
  return lower === upper ? null : `${lower} to ${upper}`;
}

/** How a month stands to its own limits, for a table. */
export function outsideWords(point: ControlPoint): string {
  const { value, lower, outside, isOpen } = point;
  if (value === null) return "No rate";
  if (isOpen) return "Not over yet";
  if (lower === null) return "No limits";
  if (outside === null) return "No";
  return outside === "above"
    ? "Above upper limit"
    : "Below lower limit: unusually low";
}

/** Name of a pattern, for a table and beside its last month. */
export function signalName(rule: RunRule): string {
  return { shift: "Shift", trend: "Trend", "near-limit": "Near limit" }[rule];
}

/** What a pattern is and means: '7 months in a row above the mean (a lasting change): September 2025 to March 2026'. */
export function signalSentence(
  { rule, direction, indexes }: RunSignal,
  months: readonly string[],
): string {
  const count = `${indexes.length} months`;
  const isUp = direction === "up";
  const words = {
    shift: `${count} in a row ${isUp ? "above" : "below"} the mean (a lasting change)`,
    trend: `${count} in a row, each ${isUp ? "higher" : "lower"} than the one before (a steady ${isUp ? "rise" : "fall"})`,
    "near-limit": `${count} close to the ${isUp ? "upper" : "lower"} limit (a first hint of change)`,
  }[rule];
  return `${words}: ${monthRanges(indexes, months)}`;
}

/** 'March 2026', 'May 2026 and July 2026', and 'March 2026 to May 2026' for three or more in a row. */
export function monthRanges(
  indexes: readonly number[],
  months: readonly string[],
): string {
  const runs: number[][] = [];
  for (const index of indexes) {
    const last = runs[runs.length - 1];
    if (last?.includes(index - 1)) last.push(index);
    else runs.push([index]);
  }
  const name = (index: number | undefined) => months[index ?? -1] ?? "";
  const names = runs.flatMap((run) =>
    run.length > 2
      ? [`${name(run[0])} to ${name(run[run.length - 1])}`]
      : run.map(name),
  );
  const last = names.pop() ?? "";
  return names.length > 0 ? `${names.join(", ")} and ${last}` : last;
}

/**
 * One month of a chart, for a tooltip and to be read aloud: when, the rate with how it stands to its limits, the
 * limits, and what was counted over what. A part that is not known is left out.
 */
export function pointWords(
  { measure, months, chart, signals }: ChartStory,
  parts: { events: number | null; denominator: number | null },
  index: number,
): { month: string; details: string[] } {
  const point = chart.points[index];
  const month = months[index] ?? "";
  if (!point || point.value === null) return { month, details: ["No rate"] };
  const rate = formatRate(measure, point.value);
  const limits = limitsText(measure, point);
  return {
    month,
    details: [
      point.isOpen
        ? `${rate}, 30 days not over`
        : point.outside === null
          ? rate
          : `${rate}, ${outsideWords(point).toLowerCase()}`,
      ...(limits === null || point.isOpen ? [] : [`Limits ${limits}`]),
      ...(parts.events === null || parts.denominator === null
        ? []
        : [
            [
              counted(formatCount(parts.events), measure.eventWords),
              counted(
                formatDenominator(measure, parts.denominator),
                measure.denominatorWords,
              ),
            ].join(", "),
          ]),
      ...signals
        .filter(({ indexes }) => indexes.includes(index))
        .map(({ rule }) => signalName(rule)),
    ],
  };
}

/** A denominator as the screen writes it: days and admissions are whole, months of days are not. */
export function formatDenominator(
  { daysPerUnit }: Pick<RateMeasure, "daysPerUnit">,
  value: number | null,
): string {
  return daysPerUnit === null || daysPerUnit === 1
    ? formatCount(value)
    : formatPer1000(value);
}

/** Words as a heading starts them. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How a chart is made and read, one paragraph each. */
export function chartCaption({
  measure,
  mode,
  denominators,
}: Pick<ChartStory, "measure" | "mode" | "denominators">): string[] {
  const over = `${measure.eventWords} over ${measure.denominatorWords}`;
  const made = isOfSingleValues(denominators)
    ? "The mean is that of the rates shown. The limits come from how far neighbouring points differ (XmR chart), since the numbers behind the rates are not known"
    : `The mean is all ${over} of the points shown. The limits lie three standard deviations from it (${measure.chart} chart), the wider the fewer are counted`;
  const judged = [
    "Seven or more months in a row on one side of the mean are a shift.",
    "Seven or more months, each higher or each lower than the one before, are a trend.",
    "Two of three months in the outer third between mean and limit, all three on one side, are near the limit.",
    "These are the patterns of the NHS programme 'Making Data Count'; a ring marks each of their months.",
  ].join(" ");
  return [
    mode === "mom"
      ? `Each point is one month: ${over}.`
      : `Each point is the 12 months ending with its month: ${over}.`,
    `${made}; a diamond marks a rate outside of its limits, which chance alone seldom makes.`,
    mode === "mom" ? judged : GRAPH_HINTS.judgeMonthly,
    "The months shown end with To Date; From Date does not count here.",
    ...(measure.chart === "p"
      ? [
          "An admission counts up to 30 days later. Months whose 30 days are not over look too good: they are shown, but are not judged and not in the mean.",
        ]
      : []),
  ];
}
