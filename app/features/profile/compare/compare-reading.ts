import {
  funnelOf,
  isJudged,
  rankFunnel,
  type Funnel,
  type FunnelPoint,
} from "~/domain/figures/funnel";
import type { NamedChild } from "~/domain/figures/compare-words";
import type { RateMeasure } from "~/domain/figures/rate-measures";
import type { CompareView } from "../profile-view";

export type ComparedChild = NamedChild & {
  events: number | null;
  denominator: number | null;
  /** Its rate is not there yet, since none of its admissions is settled. */
  isAwaited: boolean;
};

export interface CompareReading {
  measure: RateMeasure;
  funnel: Funnel<ComparedChild>;
  ranked: FunnelPoint<ComparedChild>[];
  scale: { from: number; to: number };
}

export function compareReading(
  { children, counts, awaited }: CompareView,
  measure: RateMeasure,
): CompareReading {
  const { events, denominators } = counts[measure.tag];
  const funnel = funnelOf(
    measure,
    children.map((child, index) => ({
      ...child,
      events: events[index] ?? null,
      denominator: denominators[index] ?? null,
      isAwaited: measure.chart === "p" && awaited?.includes(child.id) === true,
    })),
  );
  const ranked = rankFunnel(funnel.points);
  const drawn = ranked
    .filter(isJudged)
    .flatMap(({ rate, lower, upper }) => [rate, lower, upper])
    .filter((value) => value !== null);
  const scale = { from: Math.min(...drawn), to: Math.max(...drawn) };
  return { measure, funnel, ranked, scale };
}
