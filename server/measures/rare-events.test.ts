import { expect, it } from "vitest";
import { noTotals } from "./additive-totals";
import { rareMeasures } from "./rare-events";

it.each([
  ["months with three on average", [3, 4, 2, 3], true],
  ["months without any", [0, 0, 0, 0, 0, 0, 0], false],
  ["months with four", [4, 4, 4, 4, 4, 4, 4], false],
  ["six months with few, as a phase may be", times(12, 9, 6, 3), true],
  ["six months in the middle", [...times(6, 9, 6, 3), 9, 9, 9], true],
  ["five months with few, before and after many", times(7, 10, 5, 3), false],
] as const)("sends the days of events of %s", (_, counts, isSent) => {
  const months = counts.map((rth) => ({ ...noTotals(), rth }));
  expect(rareMeasures(months).map(({ tag }) => tag)).toEqual(
    isSent ? ["rth"] : [],
  );
});

/** So many months with so many events, and then others. */
function times(many: number, each: number, few: number, then: number) {
  return [...Array(many).fill(each), ...Array(few).fill(then)] as number[];
}
