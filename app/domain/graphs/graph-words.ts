import {
  isOfSingleValues,
  type ControlChart,
  type ControlPoint,
} from "./control-chart";
import { epochDayOf, firstOfMonth, isoDayOf, type IsoDay } from "../calendar";
import type { DateRange } from "../filters";
import { rangeText } from "../range-text";
import { counted } from "../lists/counted-words";
import type { NumberedEvent } from "./chart-notes";
import type { GraphMode } from "./graph-modes";
import {
  isOfGaps,
  methodAt,
  type ChartMethod,
  type MethodUsed,
} from "./chart-method";
import type { JudgedPart } from "./judge-series";
import {
  gapCaption,
  gapsInARow,
  gapWords,
  limitsSentence,
} from "./method-words";
import type { GapChart } from "./rare-events";
import { formatCount, formatPer1000, formatPercent } from "../number-format";
import type { RateMeasure } from "../figures/rate-measures";
import { shiftLength, type RunRule, type RunSignal } from "./run-rules";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

const JUDGE_MONTHLY =
  "Each rolling point covers 12 months. For single months choose Month over month.";

export const SILENT_MONTHS =
  "The newest months have no rate: the facility has sent no movements since.";

interface GraphsShown {
  months: number;
  /** The page's dates through the last day with data, which may be before the first day. */
  range: DateRange;
  isDefaultRange: boolean;
  isRolling: boolean;
  /** At least one ends with a month that is cut at To Date or at the last import. */
  isCut: boolean;
}

export function graphNotes(shown: GraphsShown): string[] {
  return [
    ...(shown.isRolling ? [JUDGE_MONTHLY, windowSentence(shown)] : []),
    ...(shown.isCut ? ["The newest month is not complete."] : []),
    ...(shown.isDefaultRange
      ? []
      : [
          `The graphs show the ${shown.months} months up to To Date. From Date does not change them.`,
        ]),
  ];
}

function windowSentence({ range, isDefaultRange }: GraphsShown): string {
  const newest = firstOfMonth(epochDayOf(range.endDate));
  const startDate = isoDayOf(firstOfMonth(newest - 330));
  const newestPoint = `The latest point covers ${rangeText({ ...range, startDate })}.`;
  if (range.endDate < range.startDate) return newestPoint;
  const others = isDefaultRange
    ? "Overview and score cover"
    : "The overview covers";
  return `${newestPoint} ${others} ${rangeText(range)}.`;
}

type Unit = Pick<RateMeasure, "unit">;

export interface ChartStory extends Partial<MethodUsed> {
  gaps?: GapChart | null;
  measure: RateMeasure;
  mode: GraphMode;
  /** 'March 2026', oldest first. */
  months: readonly string[];
  chart: ControlChart;
  /** In the measure's unit; null if unknown. */
  denominators: readonly (number | null)[];
  signals: readonly RunSignal[];
  parts?: readonly JudgedPart[];
  events?: readonly NumberedEvent[];
  /** The facility has sent nothing for the last months (R300). */
  isSilent: boolean;
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

export function monthOfDay(day: IsoDay): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

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

export function outsideWords(
  point: ControlPoint,
  method?: ChartMethod,
): string {
  const { value, lower, outside } = point;
  if (value === null) return "No rate";
  if (isOfGaps(method)) return gapWords(point);
  if (lower === null) return "No limits";
  if (outside === null) return "No";
  return outside === "above"
    ? "Above upper limit"
    : "Below lower limit: unusually low";
}

export function signalName(rule: RunRule): string {
  return { shift: "Shift", trend: "Trend", "near-limit": "Near limit" }[rule];
}

export function signalSentence(
  { rule, direction, indexes, gaps }: RunSignal,
  months: readonly string[],
): string {
  if (gaps !== undefined) {
    return `${gapsInARow({ rule, direction, gaps })}: ${monthRanges(indexes, months)}`;
  }
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

/** For a tooltip and to be read aloud. A part that is not known is left out. */
export function pointWords(
  story: ChartStory,
  parts: { events: number | null; denominator: number | null },
  index: number,
): { month: string; details: string[] } {
  const { measure, months, chart, signals, events = [] } = story;
  const point = chart.points[index];
  const month = months[index] ?? "";
  if (!point || point.value === null) return { month, details: ["No rate"] };
  const rate = formatRate(measure, point.value);
  const limits = limitsText(measure, point);
  return {
    month,
    details: [
      point.outside === null
        ? rate
        : `${rate}, ${outsideWords(point, methodAt(story, index)).toLowerCase()}`,
      ...(limits === null ? [] : [`Limits ${limits}`]),
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
      ...events
        .filter((event) => event.index === index)
        .map(({ number, text }) => `Event ${number}: ${text}`),
    ],
  };
}

export function formatDenominator(
  { daysPerUnit }: Pick<RateMeasure, "daysPerUnit">,
  value: number | null,
): string {
  return daysPerUnit === null || daysPerUnit === 1
    ? formatCount(value)
    : formatPer1000(value);
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function chartCaption({
  measure,
  mode,
  denominators,
  ...used
}: Pick<ChartStory, "measure" | "mode" | "denominators"> &
  Partial<MethodUsed>): string[] {
  const over = `${measure.eventWords} over ${measure.denominatorWords}`;
  const made = isOfSingleValues(denominators)
    ? "The mean is the average of the rates shown. The limits come from the steps between neighbouring points (XmR chart). The numbers behind the rates are not known."
    : `The mean is all ${over} of the points shown. ${limitsSentence(measure, used)}`;
  const judged = [
    "A shift is seven or more months in a row on one side of the mean.",
    "A trend is seven or more months in a row, each higher or each lower than the one before.",
    "Near limit: three months lie on one side of the mean, two of them in the outer third towards the limit.",
    "A ring marks each month of these patterns. The NHS programme 'Making Data Count' uses the same ones.",
    ...(shiftLength(denominators.length) > shiftLength(0)
      ? [
          "Among more than 25 judged months a shift needs eight here, since chance makes longer runs.",
        ]
      : []),
  ].join(" ");
  return [
    mode === "mom"
      ? `Each point is one month: ${over}.`
      : `Each point is the 12 months ending with its month: ${over}.`,
    ...(isOfGaps(used.method)
      ? [made, gapCaption(used.method)]
      : [
          `${made} A diamond marks a rate outside its limits. Chance alone rarely makes one.`,
          mode === "mom" ? judged : JUDGE_MONTHLY,
        ]),
    "The months end with To Date. From Date does not change them.",
    ...(measure.chart === "p"
      ? [
          "An event counts up to 30 days after admission. The graph counts only admissions whose 30 days are over.",
        ]
      : []),
  ];
}
