import type { ControlPoint } from "../graphs/control-chart";
import { monthNames, type ChartStory } from "../graphs/graph-words";
import type { RateTag } from "../graphs/rate-graphs";
import { findRateMeasure, type RateMeasure } from "../figures/rate-measures";

const SHORT =
  "Sep Oct Nov Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb";

export const MONTHS = monthNames(
  SHORT.split(" "),
  SHORT.split(" ").map((_, at) => (at < 4 ? 2024 : at < 16 ? 2025 : 2026)),
);

export const INSIDE: ControlPoint = {
  value: 20,
  lower: 12.3,
  upper: 30.2,
  outside: null,
};
export const NO_RATE: ControlPoint = {
  value: null,
  lower: null,
  upper: null,
  outside: null,
};
export const ABOVE = { value: 33.333, outside: "above" } as const;
export const BELOW = { value: 9, outside: "below" } as const;

export function measureOf(tag: RateTag): RateMeasure {
  const found = findRateMeasure(tag);
  if (!found) throw new Error(`There is no rate ${tag}.`);
  return found;
}

export function chartStory(
  changed: Record<number, Partial<ControlPoint>> = {},
  more: Partial<ChartStory> = {},
): ChartStory {
  return {
    measure: measureOf("rth"),
    mode: "mom",
    months: MONTHS,
    denominators: MONTHS.map(() => 50),
    chart: {
      centre: 21.4,
      points: MONTHS.map((_, index) => ({ ...INSIDE, ...changed[index] })),
    },
    signals: [],
    isSilent: false,
    ...more,
  };
}
