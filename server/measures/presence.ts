import type { EpochDay } from "~/domain/calendar";

/** Days from `from` up to, not including, `end`; infinite while they go on. */
export interface DaySpan {
  from: EpochDay;
  end: number;
}

/** A number that grows on some days: its value from each of these days on. Before the first day it is 0. */
interface Steps {
  days: EpochDay[];
  counts: number[];
}

/**
 * The days on which members of a group were present. Counting who has a day in a range takes three look-ups: all who
 * came by its end, minus those who had left for good before it, minus those who were away for all of it.
 */
export interface Presence {
  /** Members whose first day was on or before a day. */
  came: Steps;
  /** Members who had left for good by a day. */
  left: Steps;
  /** Times away, each as the first day away and the day of the return. */
  away: number[];
}

/** How many have a day in the range, both ends included. */
export function countPresent(
  { came, left, away }: Presence,
  { from, to }: { from: EpochDay; to: EpochDay },
): number {
  let count = countBy(came, to) - countBy(left, from);
  for (let at = 0; at < away.length; at += 2) {
    if ((away[at] ?? 0) <= from && (away[at + 1] ?? 0) > to) count -= 1;
  }
  return count;
}

function countBy({ days, counts }: Steps, day: EpochDay): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return counts[low - 1] ?? 0;
}

/** Collects {@link Presence}, one member after the other. */
export class PresenceBuilder {
  private readonly came = new Map<EpochDay, number>();
  private readonly left = new Map<EpochDay, number>();
  private readonly away: number[] = [];

  /** All days of one member; none for a member who was never present. */
  add(spans: readonly DaySpan[]): void {
    const merged = mergeSpans(spans);
    const first = merged[0];
    const last = merged.at(-1);
    if (!first || !last) return;
    increment(this.came, first.from);
    if (last.end !== Infinity) increment(this.left, last.end);
    for (let at = 1; at < merged.length; at += 1) {
      this.away.push(merged[at - 1]?.end ?? 0, merged[at]?.from ?? 0);
    }
  }

  build(): Presence {
    return {
      came: stepsOf(this.came),
      left: stepsOf(this.left),
      away: this.away,
    };
  }
}

/** The same days in as few spans as possible, oldest first, without empty spans. */
export function mergeSpans(spans: readonly DaySpan[]): DaySpan[] {
  const [only] = spans;
  if (only && spans.length === 1) return only.end > only.from ? [only] : [];
  const merged: DaySpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.end <= span.from) continue;
    const last = merged.at(-1);
    if (!last || span.from > last.end) merged.push({ ...span });
    else last.end = Math.max(last.end, span.end);
  }
  return merged;
}

function increment(counts: Map<EpochDay, number>, day: EpochDay): void {
  counts.set(day, (counts.get(day) ?? 0) + 1);
}

function stepsOf(counts: ReadonlyMap<EpochDay, number>): Steps {
  const days = [...counts.keys()].sort((a, b) => a - b);
  let sum = 0;
  return { days, counts: days.map((day) => (sum += counts.get(day) ?? 0)) };
}
