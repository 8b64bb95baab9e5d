import { unusualMonths } from "../graphs/graph-finding";
import type { RateMeasure } from "../figures/rate-measures";
import { methodFor, type MethodUsed } from "../graphs/chart-method";
import { measureChart } from "../graphs/control-chart";
import { judgeSeries, type JudgedSeries } from "../graphs/judge-series";
import type { MeasureLine } from "../graphs/measure-line";
import { runSignals } from "../graphs/run-rules";
import type { DatedEvent } from "../graphs/rare-events";

/** Only chance moves these series. */
export interface StableSeries {
  chart: "p" | "u";
  expected: number;
  restless: number;
  months?: number;
}

export interface FalseAlarms {
  outside: number;
  unusual: number;
}

const USUAL_MONTHS = 18;
const MONTHS_BEFORE = 11;
const DAYS_OF_MONTH = 30;
const RESIDENTS = 100;
const SHARE = 0.2;
const LIMITS = ["plain", "adjusted"] as const;

/** False alarms by the limits of chance alone, and by those that are in force. */
export function falseAlarms(
  series: StableSeries,
  count: number,
  seed: number,
): Record<(typeof LIMITS)[number], FalseAlarms> {
  const random = randomOf(seed);
  const found = {
    plain: { outside: 0, unusual: 0 },
    adjusted: { outside: 0, unusual: 0 },
  };
  for (let index = 0; index < count; index += 1) {
    const { line, events } = drawn(series, random);
    const measure = {
      chart: series.chart,
      multiplier: series.chart === "p" ? (100 as const) : (1000 as const),
    };
    for (const limits of LIMITS) {
      const { chart, signals } =
        limits === "plain"
          ? judgedByChance(measure, line)
          : judgeSeries(measure, line, "mom", undefined, { events });
      const part = 100 / count;
      if (unusualMonths(chart, []).length > 0) found[limits].outside += part;
      if (unusualMonths(chart, signals).length > 0) {
        found[limits].unusual += part;
      }
    }
  }
  return found;
}

export function judgedByChance(
  measure: Pick<RateMeasure, "chart" | "multiplier">,
  line: MeasureLine,
): MethodUsed & Pick<JudgedSeries, "chart" | "signals"> {
  const chart = measureChart(measure, line);
  const used = methodFor(measure, line, { isPlain: true, knowsEvents: false });
  return { ...used, chart, signals: runSignals(chart) };
}

function drawn(series: StableSeries, random: () => number) {
  const length = MONTHS_BEFORE + (series.months ?? USUAL_MONTHS);
  const months = Array.from({ length }, () => {
    const rate = Math.max(0, 1 + series.restless * normal(random));
    return series.chart === "p"
      ? casesOf(series, rate, random)
      : daysOf(series, rate, random);
  });
  const shown = months.slice(MONTHS_BEFORE);
  let counted = -months
    .slice(0, MONTHS_BEFORE)
    .reduce((sum, { over }) => sum + over, 0);
  const all = months.flatMap(({ places, over }, index): DatedEvent[] => {
    const start = counted;
    counted += over;
    return places.map((place) => ({
      day: "2026-01-01",
      month: index - MONTHS_BEFORE,
      counted: start + place,
    }));
  });
  const before = all.filter(({ month }) => month < 0).slice(-1);
  const multiplier = series.chart === "p" ? 100 : 1000;
  return {
    line: {
      rates: shown.map(({ places, over }) =>
        over === 0 ? null : (places.length * multiplier) / over,
      ),
      denominators: shown.map(({ over }) => over),
    },
    events: [...before, ...all.filter(({ month }) => month >= 0)],
  };
}

function casesOf(
  { expected }: StableSeries,
  rate: number,
  random: () => number,
) {
  const over = poisson(expected / SHARE, random);
  const places: number[] = [];
  for (let place = 1; place <= over; place += 1) {
    if (random() < SHARE * rate) places.push(place);
  }
  return { over, places };
}

function daysOf(
  { expected }: StableSeries,
  rate: number,
  random: () => number,
) {
  const places: number[] = [];
  for (let day = 0; day < DAYS_OF_MONTH; day += 1) {
    const events = poisson((expected * rate) / DAYS_OF_MONTH, random);
    for (let event = 0; event < events; event += 1) {
      places.push((day + (event + 1) / events) * RESIDENTS);
    }
  }
  return { over: DAYS_OF_MONTH * RESIDENTS, places };
}

/** The same numbers from the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  const length = Math.sqrt(-2 * Math.log(1 - random()));
  return length * Math.cos(2 * Math.PI * random());
}

export function poisson(mean: number, random: () => number): number {
  let events = -1;
  for (let time = 0; time <= mean; events += 1) time -= Math.log(1 - random());
  return events;
}
