import { middleOf, round } from "./control-chart-scale";
import { LETTER_WIDTH } from "./text-places";

export interface EventMark {
  index: number;
  number: number;
}

export interface EventLabel {
  index: number;
  text: string;
  x: number;
}

/** Distances in pixels: from the top of the plot to the middle of a number, and at least between two numbers. */
const ABOVE = -10;
const APART = 3;

const BEYOND = 5;

export function eventLabels(
  events: readonly EventMark[],
  count: number,
  width: number,
): EventLabel[] {
  const groups: EventMark[][] = [];
  for (const event of events) {
    groups.push([event]);
    // Numbers that stand together are wider, and may meet those before.
    for (;;) {
      const [before, last] = groups.slice(-2).map(placed);
      if (!before || !last || !doMeet(before, last)) break;
      groups.splice(-2, 2, groups.slice(-2).flat());
    }
  }
  return groups.map(placed).map(({ index, text, middle, reach }) => {
    const edge = reach - BEYOND;
    const x = Math.min(Math.max(middle, edge), width - edge);
    return { index, text, x: round((x / width) * 100) };
  });

  function placed(group: readonly EventMark[]) {
    const [first, last] = [group[0], group[group.length - 1]];
    const numbers = group.map(({ number }) => number);
    const isRow = (last?.number ?? 0) - (first?.number ?? 0) < numbers.length;
    const text =
      isRow && first !== last
        ? `${first?.number}–${last?.number}`
        : numbers.join(", ");
    const places = [first, last].map((event) =>
      event ? middleOf(event.index, count) : 0,
    );
    const middle = (places.reduce((a, b) => a + b, 0) / 2 / 100) * width;
    const reach = (text.length * LETTER_WIDTH) / 2;
    return { index: first?.index ?? 0, text, middle, reach };
  }
}

function doMeet(
  one: { middle: number; reach: number },
  other: { middle: number; reach: number },
): boolean {
  return other.middle - one.middle < one.reach + other.reach + APART;
}

export function eventTexts(
  events: readonly EventMark[],
  count: number,
  width: number,
) {
  return eventLabels(events, count, width).map(({ x, text }) => ({
    x,
    y: 0,
    width: text.length * LETTER_WIDTH,
    dy: ABOVE,
  }));
}
