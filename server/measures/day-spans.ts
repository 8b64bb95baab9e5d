import type { EpochDay } from "~/domain/calendar";

/** Days from `from` up to, not including, `end`; infinite while they go on. */
export interface DaySpan {
  from: EpochDay;
  end: number;
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
