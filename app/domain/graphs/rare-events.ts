import type { IsoDay } from "../calendar";
import { SIGMAS, verdictOf, type ControlPoint } from "./control-chart";
import { shiftsOf, sideOf, trendsOf, type RunSignal } from "./run-rules";
import { meanOf, sigmaOfNeighbours } from "./sigma-z";

/** `counted`: cases or exposure from the start of the series through the event; not positive for the last event before it. */
export interface DatedEvent {
  day: IsoDay;
  month: number;
  counted: number;
}

/** Fewer events of a month are rare (R362). */
export const RARE_BELOW = 3;

/** Fewer gaps make no limits. */
export const FEWEST_GAPS = 6;

/** What lies beyond three standard deviations of a normal distribution, at one end. */
const TAIL = 0.00135;

/** Exposures between events to the power of 1 / 3.6 are spread like a bell (Nelson 1994). */
const POWER = 3.6;

/** A standard deviation below this part of the mean is what fractions leave. */
const ROUNDING = 1e-9;

/** Cases through the next event (g chart), or exposure until it (t chart). */
export type GapMethod = "cases-between" | "days-between";

export interface Gap {
  event: DatedEvent;
  length: number;
  /** How it stands to the limits of gaps: below is too short. */
  outside: ControlPoint["outside"];
}

export interface GapChart {
  gaps: Gap[];
  /** The median of the gaps (R485), and limits; null where there are too few gaps. */
  centre: number | null;
  lower: number | null;
  upper: number | null;
  /** From the last event, or from the start if there was none, to the end of the judged months. */
  open: { length: number; isTooLong: boolean };
}

export interface JudgedGaps {
  chart: GapChart;
  /** One per month: above for events too soon or too many, below for none for too long. */
  verdicts: MonthVerdict[];
  signals: RunSignal[];
}

type MonthVerdict = Pick<ControlPoint, "outside" | "isCluster">;

interface Stretch {
  /** Running counts at the start of each month, and at the end of the last one. */
  edges: readonly number[];
  /** Place of its first month, and of the first one after the judged months. */
  from: number;
  to: number;
  /** Place of the first month of its process: the last event since then, before the stretch, begins the first gap. */
  since: number;
}

interface GapLimits {
  lower: number;
  upper: number;
  scaled: (length: number) => number;
  unscaled: (value: number) => number;
}

/**
 * A month is above if it ends too short a gap or has more events than chance makes, since each gap of a cluster may
 * be usual. It is below if the exposure since the last event is too long, or it is the last month of a too long gap.
 */
export function judgeGaps(
  kind: GapMethod,
  events: readonly DatedEvent[],
  stretch: Stretch,
): JudgedGaps {
  const { edges, from, to, since: begun } = stretch;
  const [start = 0, end = 0] = [edges[from], edges[to]];
  const own = events.filter(({ month }) => month >= from && month < to);
  const before = events.filter(({ month }) => month >= begun && month < from);
  const known = [...before.slice(-1), ...own];
  const lengths = known
    .slice(1)
    .map(({ counted }, index) => counted - (known[index]?.counted ?? counted));
  const limits =
    lengths.length < FEWEST_GAPS
      ? null
      : kind === "cases-between"
        ? geometricLimits(own.length / (end - start))
        : transformedLimits(lengths);
  const gaps = known.slice(1).map((event, index): Gap => {
    const length = lengths[index] ?? 0;
    return { event, length, outside: limits && verdictBy(limits, length) };
  });
  const since = known[known.length - 1]?.counted ?? start;
  const length = end - since;
  const chart: GapChart = {
    gaps,
    centre: limits && medianOf(lengths),
    lower: limits && limits.unscaled(limits.lower),
    upper: limits && limits.unscaled(limits.upper),
    open: {
      length,
      isTooLong: limits !== null && verdictBy(limits, length) === "above",
    },
  };
  return {
    chart,
    verdicts: limits ? verdictsOf(kind, chart, known, { limits, stretch }) : [],
    signals: limits ? signalsOf(gaps) : [],
  };
}

/**
 * Three sigma of this skewed distribution would be exceeded by 18 of 1,000 gaps; these limits are exceeded by 1.35 of
 * 1,000 at each end. A limit of one case is no limit.
 */
export function geometricLimits(probability: number): GapLimits {
  const rest = Math.log(1 - Math.min(probability, 1 - 1e-9));
  return {
    lower: Math.floor(Math.log(1 - TAIL) / rest) + 1,
    upper: Math.ceil(Math.log(TAIL) / rest),
    scaled: (length) => length,
    unscaled: (value) => value,
  };
}

/** XmR limits of the transformed gaps without outlying moving ranges; limits of chance alone if none are left (R485). */
export function transformedLimits(lengths: readonly number[]): GapLimits {
  const scaled = (length: number) => Math.max(0, length) ** (1 / POWER);
  const values = lengths.map(scaled);
  const centre = meanOf(values);
  const sigma = sigmaOfNeighbours(values) ?? 0;
  if (sigma <= ROUNDING * centre) return exponentialLimits(meanOf(lengths));
  const reach = SIGMAS * sigma;
  return {
    lower: Math.max(0, centre - reach),
    upper: centre + reach,
    scaled,
    unscaled: (value) => value ** POWER,
  };
}

function exponentialLimits(mean: number): GapLimits {
  return {
    lower: -Math.log(1 - TAIL) * mean,
    upper: -Math.log(TAIL) * mean,
    scaled: (length) => length,
    unscaled: (value) => value,
  };
}

function verdictBy(
  { scaled, lower, upper }: GapLimits,
  length: number,
): ControlPoint["outside"] {
  return verdictOf(scaled(length), lower, upper);
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return meanOf([
    sorted[Math.floor(middle)] ?? 0,
    sorted[Math.ceil(middle)] ?? 0,
  ]);
}

function verdictsOf(
  kind: GapMethod,
  { gaps }: GapChart,
  known: readonly DatedEvent[],
  { limits, stretch }: { limits: GapLimits; stretch: Stretch },
): MonthVerdict[] {
  const { edges, from, to } = stretch;
  const start = edges[from] ?? 0;
  let last = start;
  let next = 0;
  const outside = Array.from(
    { length: to - from },
    (_, index): ControlPoint["outside"] => {
      for (; (known[next]?.month ?? Infinity) <= from + index; next += 1) {
        last = known[next]?.counted ?? last;
      }
      const end = edges[from + index + 1] ?? 0;
      return verdictBy(limits, end - last) === "above" ? "below" : null;
    },
  );
  gaps.forEach(({ event: { month }, outside: side }) => {
    if (side === "below") outside[month - from] = "above";
    if (side === "above") outside[Math.max(month - 1, from) - from] ??= "below";
  });
  const clusters = clustersOf(kind, known, stretch);
  return outside.map((side, index) =>
    clusters[index] ? { outside: "above", isCluster: true } : { outside: side },
  );
}

function clustersOf(
  kind: GapMethod,
  known: readonly DatedEvent[],
  { edges, from, to }: Stretch,
): boolean[] {
  const counts = Array.from({ length: to - from }, () => 0);
  let events = 0;
  for (const { month } of known) {
    if (month < from) continue;
    counts[month - from] = (counts[month - from] ?? 0) + 1;
    events += 1;
  }
  const all = (edges[to] ?? 0) - (edges[from] ?? 0);
  return counts.map((count, index) => {
    const over = (edges[from + index + 1] ?? 0) - (edges[from + index] ?? 0);
    const rate = (events - count) / (all - over);
    return count > rate * over && chanceOf(kind, count, over, rate) < TAIL;
  });
}

/** Binomial for cases, Poisson for exposure. */
export function chanceOf(
  kind: GapMethod,
  count: number,
  over: number,
  rate: number,
): number {
  const isOfCases = kind === "cases-between";
  const odds = isOfCases ? rate / (1 - rate) : rate;
  let chance = isOfCases ? (1 - rate) ** over : Math.exp(-rate * over);
  let fewer = 0;
  for (let events = 0; events < count; events += 1) {
    fewer += chance;
    chance *= (odds * (isOfCases ? over - events : over)) / (events + 1);
  }
  return 1 - fewer;
}

/**
 * Short gaps are many events. Gaps on the median break no shift and make none (R485). Two near a limit are no signal:
 * chance makes them too often.
 */
function signalsOf(gaps: readonly Gap[]): RunSignal[] {
  const lengths = gaps.map(({ length }) => length);
  const centre = medianOf(lengths);
  const sided = lengths.flatMap((length, index) =>
    sideOf(centre, length) === null ? [] : [{ length, index }],
  );
  const found = shiftsOf(
    centre,
    sided.map(({ length }) => length),
  );
  const shifts = found.map((shift) => ({
    ...shift,
    indexes: shift.indexes.map((at) => sided[at]?.index ?? 0),
  }));
  return [...shifts, ...trendsOf(lengths)].map(
    ({ rule, direction, indexes }) => ({
      rule,
      direction: direction === "up" ? "down" : "up",
      indexes: [
        ...new Set(indexes.flatMap((index) => gaps[index]?.event.month ?? [])),
      ],
      gaps: indexes.length,
      ...(indexes.includes(gaps.length - 1) ? {} : { isOver: true as const }),
    }),
  );
}
