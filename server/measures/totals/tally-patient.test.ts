import fc from "fast-check";
import { expect, it } from "vitest";
import {
  mergeSpans,
  type DaySpan,
} from "~server/measures/totals/tally-patient";

/** Few days, so that spans touch, overlap and are empty. */
const span: fc.Arbitrary<DaySpan> = fc
  .record({
    from: fc.integer({ min: 0, max: 20 }),
    length: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 8 })),
  })
  .map(({ from, length }) => ({ from, end: from + length }));

function holds(spans: readonly DaySpan[], day: number): boolean {
  return spans.some(({ from, end }) => from <= day && day < end);
}

/** Before, within and after all spans. */
const DAYS = Array.from({ length: 42 }, (_, at) => at - 1);

it("merged spans hold the same days, apart from each other and in order", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
      const merged = mergeSpans(spans);
      for (const day of DAYS) {
        expect(holds(merged, day)).toBe(holds(spans, day));
      }
      merged.forEach(({ from, end }, at) => {
        expect(end).toBeGreaterThan(from);
        expect(from).toBeGreaterThan(merged[at - 1]?.end ?? -1);
      });
    }),
  );
});
