import { findRateMeasure } from "~/domain/figures/rate-measures";
import { formatRate } from "~/domain/graphs/graph-words";
import {
  findGraph,
  RATE_GRAPHS,
  type GraphTag,
} from "~/domain/graphs/rate-graphs";
import { usDayOf } from "~/domain/calendar";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import type { Judged, Target, TargetVerdict } from "./rules";

const VERDICTS: Record<TargetVerdict, string> = {
  meets: "met",
  misses: "not met",
  chance: "too close to call",
  too_few: "not judged yet",
};

/** Stands before the words, so that no colour says anything alone. */
const SHAPES: Record<TargetVerdict, string> = {
  meets: "✓",
  misses: "✕",
  chance: "?",
  too_few: "",
};

export function noneSetText(set: readonly GraphTag[]): string | null {
  const missing = RATE_GRAPHS.filter(({ graph }) => !set.includes(graph));
  return missing.length === 0
    ? null
    : `No target is set for ${missing.map(({ title }) => title).join(", ")}.`;
}

export function targetNumber({
  measure,
  value,
}: Pick<Target, "measure" | "value">): string {
  const rate = findRateMeasure(findGraph(measure)?.tag ?? null);
  return rate ? formatRate(rate, value) : String(value);
}

/**
 * In parts, because a shape stands before the word. `time` is what was judged, if the number beside it is of another
 * time.
 */
export function targetText(
  target: Pick<Judged, "measure" | "value" | "verdict">,
  time?: "this month" | "over 12 months",
) {
  const { verdict } = target;
  const name = `Target ${targetNumber(target)}`;
  return {
    target: time ? `${name} ${time}:` : `${name}:`,
    shape: SHAPES[verdict],
    word: VERDICTS[verdict],
    verdict,
  };
}

export type TargetText = ReturnType<typeof targetText>;

export function targetSentence(
  judged: Parameters<typeof targetText>[0],
): string {
  const { target, word } = targetText(judged);
  return `${target} ${word}.`;
}

/** 'Target 15.00% from 01/01/2026, set by Ada Ames (Company): Board goal.' */
export function targetStory({
  placeName,
  ...target
}: Target & { author: string; reason: string }): string {
  const where = placeName ?? LEVEL_NAMES.company;
  return `Target ${targetNumber(target)} from ${usDayOf(target.from)}, set by ${target.author} (${where}): ${target.reason}.`;
}
