import fc from "fast-check";
import { expect, it } from "vitest";
import { countPresent, mergeSpans, PresenceBuilder } from "./presence";
import type { DaySpan } from "./presence";

/** Few days, so that spans touch, overlap and are empty. */
const span: fc.Arbitrary<DaySpan> = fc
  .record({
    from: fc.integer({ min: 0, max: 20 }),
    length: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 8 })),
  })
  .map(({ from, length }) => ({ from, end: from + length }));

const everybody = fc.array(fc.array(span, { maxLength: 5 }), { maxLength: 6 });

const range = fc
  .tuple(fc.integer({ min: -3, max: 30 }), fc.integer({ min: 0, max: 12 }))
  .map(([from, more]) => ({ from, to: from + more }));

function holds(spans: readonly DaySpan[], day: number): boolean {
  return spans.some(({ from, end }) => from <= day && day < end);
}

function daysOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

it("counts those who have a day in the range, as looking at each day does", () => {
  fc.assert(
    fc.property(everybody, range, (all, asked) => {
      const builder = new PresenceBuilder();
      for (const one of all) builder.add(one);
      expect(countPresent(builder.build(), asked)).toBe(
        all.filter((one) => daysOf(asked).some((day) => holds(one, day)))
          .length,
      );
    }),
    { numRuns: 2_000 },
  );
});

it("merged spans hold the same days, apart from each other and in order", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
      const merged = mergeSpans(spans);
      for (const day of daysOf({ from: -1, to: 40 })) {
        expect(holds(merged, day)).toBe(holds(spans, day));
      }
      merged.forEach(({ from, end }, at) => {
        expect(end).toBeGreaterThan(from);
        expect(from).toBeGreaterThan(merged[at - 1]?.end ?? -1);
      });
    }),
  );
});

it("survives being written as JSON, as remembered answers are measured", () => {
  const builder = new PresenceBuilder();
  builder.add([
    { from: 3, end: 5 },
    { from: 9, end: Infinity },
  ]);
  const presence = builder.build();
  expect(JSON.parse(JSON.stringify(presence))).toEqual(presence);
});
